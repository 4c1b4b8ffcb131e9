#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// What the scene costs in a line of words (app/figure/numbers/cost_words.h), counted anew only
/// where it may be another: not while a number is dragged.
class CachedCostLines {
 public:
  const std::vector<std::string>& of(const Scene& scene);

 private:
  std::optional<Scene> scene_;  ///< what `lines_` are of
  std::vector<std::string> lines_;
};

}  // namespace attn
