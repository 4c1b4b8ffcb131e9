#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/document/imports/derived_dump.h"

namespace attn {

/// Dump that calls `before_reading` before each head is read: to cancel long work, it throws.
class WatchedDump : public DerivedDump {
 public:
  WatchedDump(std::shared_ptr<const AttentionDump> whole, std::function<void()> before_reading)
      : DerivedDump(std::move(whole)), before_reading_(std::move(before_reading)) {
    as = dump().as;
    masked_from = dump().masked_from;
  }
  Matrix numbers(Index layer, Index head) const override {
    before_reading_();
    return DerivedDump::numbers(layer, head);
  }
  std::optional<DumpComputed> computed(Index layer,
                                       const std::vector<Index>& heads) const override {
    before_reading_();
    return dump().computed(layer, heads);
  }
  DumpVectors vectors(Index layer, const std::vector<Index>& heads) const override {
    before_reading_();
    return dump().vectors(layer, heads);
  }

 private:
  std::function<void()> before_reading_;
};

}  // namespace attn
