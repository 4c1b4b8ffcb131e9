#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// Cache of the scene's cost as lines of text (app/figure/numbers/cost_words.h). Pairs are only
/// counted again after a change of masks or sizes, not while a number is dragged.
class CachedCostLines {
 public:
  const std::vector<std::string>& of(const Scene& scene);

 private:
  std::optional<Scene> scene_;  ///< of `seen_` and `lines_`
  std::vector<double> seen_;
  std::vector<std::string> lines_;
};

}  // namespace attn
