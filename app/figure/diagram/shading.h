#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/text/paint.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Ends of the colour range: 0 and 1; the largest of all shown heatmaps, of one, or of each row;
/// 10⁻⁶ and 1, logarithmic; 0 and 1, by square roots; given numbers; or percentiles.
enum class RangeEnds { kUnit, kOfAll, kOfOne, kOfRow, kDecades, kRoots, kSaid, kPercentiles };

/// Possible numbers: from 0 to 1; at least 0; or of either sign. Each span includes the previous
/// one.
enum class NumberSpan { kShares, kFrom0, kSigned };

/// Span of a head's weights.
NumberSpan span_of(const WeightBounds& bounds);
/// Default colormap for numbers of this span: diverging about 0 for either sign.
const Colormap& usual_colormap(NumberSpan span);

/// Range of a heatmap's colours: an entry of the choice.
struct RangeKind {
  std::string_view id;     ///< ViewOptions::range
  std::string_view label;  ///< shown above the legend
  std::string_view in_list;
  bool is_for_all;  ///< also for numbers that are not shares of 1; with negative numbers, symmetric
                    ///< about 0
  RangeEnds ends;

  bool is_unit() const { return ends == RangeEnds::kUnit; }
};

/// Parses "LO:HI" with LO below HI, or "LO:HI@C" with the center C; empty for other texts.
std::optional<ColorRange> parse_span(std::string_view words);

/// Parses the percentiles "LO%:HI%", from 0 to 100, with LO below HI; empty for other texts.
std::optional<ColorRange> parse_percentiles(std::string_view words);

/// fixed, shared, own, row, log, sqrt.
std::span<const RangeKind> range_kinds();

/// Range with this id, or for "LO:HI" or "LO%:HI%". Fallback for unknown or unsuitable ids: `fixed`
/// for shares of 1, else `shared`.
const RangeKind& range_kind(std::string_view id, NumberSpan span);

/// Number next to the legend, at a share of its length from the lowest colour.
struct LegendTick {
  double share = 0;
  std::string text;
  bool operator==(const LegendTick&) const = default;
};

/// Ends of a range beyond which numbers lie; these numbers have the colour of that end.
struct Beyond {
  bool low = false, high = false;
  bool operator==(const Beyond&) const = default;

  Beyond operator|(Beyond other) const { return {low || other.low, high || other.high}; }
};
/// Compares coloured `values` with the range; cells that are kMasked in `mask`, if given, do not
/// count.
Beyond beyond(ColorRange range, const Matrix& values, const Matrix* mask = nullptr);

/// Mapping of numbers to colours: the legend shows `words` above it and ticks next to it. Valid for
/// every finite number drawn with shade().
struct Shading {
  const RangeKind* kind = nullptr;
  ColorRange range{};               ///< of the shades
  std::vector<LegendTick> ticks{};  ///< empty: round numbers of the range
  std::string words{};
  Beyond beyond{};  ///< shown by pointed ends of the legend

  /// Returns whether the coloured numbers are transformed values.
  bool has_shades() const;
  /// Coloured numbers of `values`; kMasked stays. `row`: shares of the largest in each row; `log`:
  /// common logarithms; `sqrt`: square roots.
  Matrix shades(const Matrix& values) const { return shades(values, values); }
  /// Shades of a column next to `whole`, whose rows define the largest number.
  Matrix shades(const Matrix& values, const Matrix& whole) const;
};

/// Shading of numbers by `range`, without words; `beyond` marks its ends.
Shading plain_shading(ColorRange range, Beyond beyond = {});

/// `shading` for drawing `values`: marks the ends beyond which numbers lie, including a column
/// `beside` them.
Shading drawn_with(Shading shading, const Matrix& values, const Matrix* mask = nullptr,
                   const Matrix* beside = nullptr);

/// Shades of `values` for repeated drawing: cached, the same pointer as long as they live. Null if
/// they are the values themselves.
std::shared_ptr<const Matrix> shared_shades(const Shading& shading,
                                            const std::shared_ptr<const Matrix>& values);

/// Shading for numbers of the given span: from 0 on, or symmetric about 0. `own`: the drawn matrix;
/// `all`: the matrices that share its range.
Shading shading_of(NumberSpan span, std::string_view range, const Matrix& own,
                   std::span<const Matrix* const> all);

/// Numbers of a panel, their mask (kMasked), and a column next to them.
struct PanelNumbers {
  const Matrix* values;
  const Matrix* mask = nullptr;
  const Matrix* beside = nullptr;
};
/// Shadings of panels: all on the range of the selected panel `one`, or each on its own.
std::vector<Shading> shadings_of_panels(NumberSpan span, std::string_view range,
                                        std::span<const PanelNumbers> panels, std::size_t one);

/// Shading of the common legend of panels with `shadings`; `one` is that of the selected panel. If
/// each has its own range, in shares of the panel's largest. `what`: name of a panel's content,
/// "head".
Shading legend_of_panels(const Shading& one, std::span<const Shading> shadings,
                         std::string_view what);

/// Bar of a legend, and its pointed ends; empty if nothing lies beyond.
struct LegendBar {
  Rect bar;
  std::vector<Point> low, high;
};
/// Vertical bar in `room`, highest at the top; ends beyond which numbers lie are pointed, as in
/// matplotlib.
LegendBar legend_bar(Rect room, Beyond beyond);

/// Selects the `ticks` that fit next to a bar of this length, the outermost first; each is `line`
/// high.
std::vector<LegendTick> fitting_ticks(const std::vector<LegendTick>& ticks, double length,
                                      double line);

/// Ticks next to a bar of this length, in lines of height `line`: the ends of the range, and
/// between them round numbers (multiples of 1, 2 or 5 times a power of ten) that fit. They never
/// overlap.
std::vector<LegendTick> round_ticks(ColorRange range, double length, double line);
/// Ticks of a shading: its own ones that fit, or round numbers if it has none.
std::vector<LegendTick> round_ticks(const Shading& shading, double length, double line);

/// All possible tick texts of a bar of up to this number of lines, for measuring.
std::vector<std::string> tick_texts(const Shading& shading, double most_lines);

/// Smallest weight with a colour of its own on a logarithmic range.
inline constexpr double kSmallestLogWeight = 1e-6;

/// Largest finite absolute value; 0 if there is none.
float largest_distance(const Matrix& matrix);
float largest_distance(std::span<const Matrix* const> matrices);

/// End of a range that contains `largest`: the next number of two digits; 1 for 0.
float range_end(float largest);

}  // namespace attn
