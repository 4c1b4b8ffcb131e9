#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// The cost of the scene as lines of words (app/figure/numbers/cost_words.h). Pairs are counted
/// again only where masks or sizes changed: not while a number is dragged.
class CachedCostLines {
 public:
  const std::vector<std::string>& of(const Scene& scene);

 private:
  std::optional<Scene> scene_;  ///< of `seen_` and `lines_`
  std::vector<double> seen_;
  std::vector<std::string> lines_;
};

}  // namespace attn
