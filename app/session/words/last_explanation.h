#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>

#include "app/figure/inspector/explain.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What was explained last: most frames ask for the same again.
class LastExplanation {
 public:
  /// explain() of an evaluation whose numbers are all there, which stays as it is.
  const Explanation& of(const std::shared_ptr<const Evaluation>& evaluation, Index head, Cell cell,
                        std::optional<Index> column);

  /// contributions_of() what was explained, with so many keys told, while its evaluation lives.
  const Contributions& contributions(std::size_t told);

  /// Where the evaluation may have other numbers by now.
  void forget() { evaluation_.reset(); }

 private:
  std::weak_ptr<const Evaluation> evaluation_;
  Index head_ = 0;
  Cell cell_{};
  std::optional<Index> column_;
  Explanation explanation_;
  std::map<std::size_t, Contributions> told_;
};

}  // namespace attn
