#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Drawn and omitted part of a sum of weights; of their absolute values if some are negative.
struct DrawnShare {
  double held = 0, all = 0;                                ///< drawn sum, and total
  double least = std::numeric_limits<double>::infinity();  ///< smallest drawn weight
  double next = 0;                                         ///< largest omitted weight
  bool has_below_0 = false;                                ///< some weights of the queries are
                                                           ///< negative
  bool has_bare_row = false;                               ///< a query has no drawn weight

  DrawnShare operator+(const DrawnShare& other) const;

  /// Drawn share in whole percent, at most 99 if something is omitted; 0 of an empty sum.
  int percent() const;

  /// "links of weight ≥ 0.05: 91 % of the mass", where `what` is links; empty if nothing is
  /// omitted. The threshold is exact: all weights of at least this number are drawn, and no smaller
  /// ones. If queries have different limits, the text is "each query's strongest", and mentions
  /// queries without drawn weights.
  std::string words(std::string_view what) const;
  /// Shorter words: "≥ 0.05: 91 %".
  std::string brief_words() const;
};

/// Long or short text about the omitted weights: the longest that fits `width`.
std::string fitting_words(const DrawnShare& drawn, std::string_view what, const Ruler& ruler,
                          Type type, double width);

/// Limits of the keys of a query.
struct KeyLimits {
  double share = 1;  ///< up to this share of the row's sum
  double least = 0;  ///< none weaker, except the strongest
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t most_tied = 0;  ///< maximum number, if all tie for the first place
};

/// Keys of a query, the strongest first.
struct StrongestKeys {
  std::vector<Index> keys;
  DrawnShare drawn;
};

/// Keys of row `query` of `weights` (M x L) with nonzero weight, within the limits, by absolute
/// value. Weights equal up to rounding are kept or dropped together: all of the last ones needed
/// for the share, none if there would be too many.
StrongestKeys strongest_keys(const Matrix& weights, Index query, const KeyLimits& limits = {});

/// Largest weight in each of rows x columns blocks of each head's weights, kMasked if a whole block
/// is masked; a side with fewer cells keeps its cells. Weights are computed in blocks of rows:
/// memory is that of the result. heatmap_image() of it in `columns` x `rows` pixels equals that of
/// the full weights. Throws as visit_weights() does.
std::vector<Matrix> strongest_weights(const Scene& scene, std::span<const std::size_t> heads,
                                      int rows, int columns);

/// Smallest and largest unmasked weight of each head; 0 if there is none. Also computed in blocks
/// of rows.
std::vector<ColorRange> weight_extremes(const Scene& scene, std::span<const std::size_t> heads);

}  // namespace attn
