#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "engine/base/matrix.h"

namespace attn {

/// What is drawn of a sum of weights, and what is not: of their sizes, where some are below 0.
struct DrawnShare {
  double held = 0, all = 0;                                ///< the sum that is drawn, and all of it
  double least = std::numeric_limits<double>::infinity();  ///< the smallest weight that is drawn
  double next = 0;                                         ///< the largest that is not
  bool has_below_0 = false;                                ///< among the weights of the queries
  bool has_bare_row = false;                               ///< of a query nothing is drawn

  DrawnShare operator+(const DrawnShare& other) const;

  /// What part of all is drawn, in whole percent, rounded down; of nothing 0.
  int percent() const;

  /// "links of weight ≥ 0.05: 91 % of the mass", where `what` are links; empty where nothing is
  /// left out. Each weight is drawn that is as large as the number says, and no smaller one; where
  /// there is no such number, for each query has its own, it says "each query's strongest", and
  /// whether a query has none.
  std::string words(std::string_view what) const;
  /// The same in fewer words: "≥ 0.05: 91 %".
  std::string brief_words() const;
};

/// The one of the two that fits into `width`: nothing that is left out stays unsaid.
std::string fitting_words(const DrawnShare& drawn, std::string_view what, const Ruler& ruler,
                          Type type, double width);

/// How many keys of a query are wanted.
struct KeyLimits {
  double share = 1;  ///< no more than hold that part of the row's sum
  double least = 0;  ///< none weaker, but the strongest
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t most_tied = 0;  ///< so many, where they all tie for the first place
};

/// Keys of a query, the strongest first.
struct StrongestKeys {
  std::vector<Index> keys;
  DrawnShare drawn;
};

/// The keys of row `query` of `weights` (M x L) whose weight is not 0, as the limits say, by its
/// size. Keys whose weights are the same but for rounding stand or fall together, so that no limit
/// cuts between equals: all of the last ones that are needed for the share, none where there would
/// be too many.
StrongestKeys strongest_keys(const Matrix& weights, Index query, const KeyLimits& limits = {});

}  // namespace attn
