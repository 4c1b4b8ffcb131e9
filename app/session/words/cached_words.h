#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/inspector/explain.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"

namespace attn {

/// Cache of the last explanation: most frames request it again.
class LastExplanation {
 public:
  /// explain() of a complete evaluation, which does not change.
  const Explanation& explanation_of(const std::shared_ptr<const Evaluation>& evaluation, Index head,
                                    Cell cell, std::optional<Index> column);

  /// Result of contributions_of() for the last explained cell with `told` keys; valid while its
  /// evaluation exists.
  const Contributions& contributions(std::size_t told);

  /// Clears the cache. Call it if the evaluation may have new numbers.
  void forget() { evaluation_.reset(); }

 private:
  std::weak_ptr<const Evaluation> evaluation_;
  Index head_ = 0;
  Cell cell_{};
  std::optional<Index> column_;
  Explanation explanation_;
  std::map<std::size_t, Contributions> told_;
};

/// Cache of the scene's cost as lines of text (app/figure/numbers/cost_words.h). Pairs are only
/// counted again after a change of masks or sizes, not while a number is dragged.
class CachedCostLines {
 public:
  const std::vector<std::string>& lines_of(const Scene& scene);

 private:
  std::optional<Scene> scene_;  ///< of `seen_` and `lines_`
  std::vector<double> seen_;
  std::vector<std::string> lines_;
};

}  // namespace attn
