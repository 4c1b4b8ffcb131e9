#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/dumps/dump_rows.h"

namespace attn {

/// Attention made from that of another dump, which is as there except for what a subclass changes.
class DerivedDump : public AttentionDump {
 public:
  explicit DerivedDump(std::shared_ptr<const AttentionDump> dump)
      : dump_(std::move(dump)), rows_(static_cast<std::size_t>(dump_->layer_count())) {
    file = dump_->file;
  }
  Index layer_count() const override { return dump_->layer_count(); }
  Index layer_name(Index n) const override { return dump_->layer_name(n); }
  Index batch_count() const override { return dump_->batch_count(); }
  Index step_count() const override { return dump_->step_count(); }
  std::vector<DumpAxis> axes() const override { return dump_->axes(); }
  bool has_choice_of_numbers() const override { return dump_->has_choice_of_numbers(); }
  DumpLayer layer(Index n) const override { return dump_->layer(n); }
  Matrix numbers(Index layer, Index head) const override { return dump_->numbers(layer, head); }
  DumpTokens tokens() const override { return dump_->tokens(); }
  std::string words() const override { return dump_->words(); }
  std::vector<DumpDoubt> doubts() const override { return dump_->doubts(); }
  std::string chosen() const override { return dump_->chosen(); }
  std::optional<DumpJoin> joined(Index layer) const override { return dump_->joined(layer); }

 protected:
  const AttentionDump& dump() const { return *dump_; }

  /// Properties of all heads of a layer, which determine the meaning of its numbers.
  const DumpRows& rows_of(Index layer) const {
    std::optional<DumpRows>& known = rows_[static_cast<std::size_t>(layer)];
    if (known) return *known;
    DumpRows rows = no_rows(*dump_);
    for (Index h = 0; h < dump_->layer(layer).heads; ++h) {
      add_head_numbers(rows, dump_->numbers(layer, h));
    }
    return known.emplace(rows);
  }

  /// Weights of a head; rows without numbers see no key.
  Matrix weights_in(Index layer, Index head) const {
    const DumpMeaning& meaning = meaning_of(rows_of(layer));
    Matrix numbers = dump_->numbers(layer, head);
    meaning.make_weights(numbers);
    return numbers;
  }

 private:
  std::shared_ptr<const AttentionDump> dump_;
  mutable std::vector<std::optional<DumpRows>> rows_;  // one for each analysed layer
};

}  // namespace attn
