#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/text/paint.h"
#include "app/figure/text/rect.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Where the ends of the colours are: at 0 and 1; at the largest of all that is shown, of one
/// heatmap, or of each row; at 10⁻⁶ and 1, by logarithms; at 0 and 1, by square roots; where it was
/// said; or where so many percent of all numbers are below.
enum class RangeEnds { kUnit, kOfAll, kOfOne, kOfRow, kDecades, kRoots, kSaid, kPercentiles };

/// What numbers may be drawn: shares of 1; any from 0 on; or of either sign. Each holds those
/// before it.
enum class NumberSpan { kShares, kFrom0, kSigned };

/// What a head's weights may be.
NumberSpan span_of(const WeightBounds& bounds);
/// The colour map for such numbers where none was chosen: diverging about 0 for those of either
/// sign.
const Colormap& usual_colormap(NumberSpan span);

/// What the colours of a heatmap span: one line of the choice.
struct RangeKind {
  std::string_view id;     ///< ViewOptions::range
  std::string_view label;  ///< above the legend
  std::string_view in_list;
  bool is_for_all;  ///< also for numbers that are no shares of 1; below 0, symmetric about 0
  RangeEnds ends;

  bool is_unit() const { return ends == RangeEnds::kUnit; }
};

/// The range that "LO:HI" says, with LO below HI; nothing for other words.
std::optional<ColorRange> parse_span(std::string_view words);

/// The percentiles that "LO%:HI%" says, from 0 to 100, with LO below HI; nothing for other words.
std::optional<ColorRange> parse_percentiles(std::string_view words);

/// fixed, shared, own, row, log, sqrt.
std::span<const RangeKind> range_kinds();

/// The range of this id, or of "LO:HI" or "LO%:HI%". Where there is none, or none for such numbers:
/// `fixed` for shares of 1, else `shared`.
const RangeKind& range_kind(std::string_view id, NumberSpan span);

/// A number beside the legend, at a share of its length from the lowest colour on.
struct LegendTick {
  double share = 0;
  std::string text;
  bool operator==(const LegendTick&) const = default;
};

/// Beyond which ends of a range some numbers lie: they have the colour of that end.
struct Beyond {
  bool low = false, high = false;
  bool operator==(const Beyond&) const = default;

  Beyond operator|(Beyond other) const { return {low || other.low, high || other.high}; }
};
/// Where `values` are coloured; `mask`, where there is one, is kMasked where none is.
Beyond beyond(ColorRange range, const Matrix& values, const Matrix* mask = nullptr);

/// How numbers become colours: the legend says it with `words` above it and ticks beside it. It
/// holds for every finite number that is drawn with shade().
struct Shading {
  const RangeKind* kind = nullptr;
  ColorRange range{};               ///< of the shades
  std::vector<LegendTick> ticks{};  ///< none: round numbers of the range
  std::string words{};
  Beyond beyond{};  ///< said by pointed ends of the legend

  /// Whether what is coloured are not the numbers themselves.
  bool has_shades() const;
  /// What is coloured of `values`; kMasked stays. For `row`, parts of the largest in each row; for
  /// `log`, common logarithms; for `sqrt`, square roots.
  Matrix shades(const Matrix& values) const { return shades(values, values); }
  /// The same of a column that stands beside `whole`, whose rows say what is largest.
  Matrix shades(const Matrix& values, const Matrix& whole) const;
};

/// `shading` as it is where `values` are drawn with it: it says what lies beyond its range, in a
/// column `beside` them too.
Shading drawn_with(Shading shading, const Matrix& values, const Matrix* mask = nullptr,
                   const Matrix* beside = nullptr);

/// What is coloured of `values`, to be drawn more than once: the same pointer as long as they live.
/// Null where it is the values themselves.
std::shared_ptr<const Matrix> shared_shades(const Shading& shading,
                                            const std::shared_ptr<const Matrix>& values);

/// Of numbers that may be what `span` says: from 0 on, or symmetric about 0. `own` is what is
/// drawn, `all` what shares its range.
Shading shading_of(NumberSpan span, std::string_view range, const Matrix& own,
                   std::span<const Matrix* const> all);

/// The numbers of a panel, those of them that are kMasked in `mask`, and a column beside them.
struct PanelNumbers {
  const Matrix* values;
  const Matrix* mask = nullptr;
  const Matrix* beside = nullptr;
};
/// How the numbers of panels are drawn of which `one` is looked at: on its range all of them, or
/// each on its own.
std::vector<Shading> shadings_of_panels(NumberSpan span, std::string_view range,
                                        std::span<const PanelNumbers> panels, std::size_t one);

/// What the legend of several panels says, each of which is drawn with one of `shadings`; `one` is
/// that of the panel that is looked at. Where each has its own range, it is in parts of the panel's
/// largest. `what` they are of: "head".
Shading legend_of_panels(const Shading& one, std::span<const Shading> shadings,
                         std::string_view what);

/// A legend's bar, and the points of its ends: none where nothing lies beyond.
struct LegendBar {
  Rect bar;
  std::vector<Point> low, high;
};
/// The bar in `room`, upright with the highest above: the ends beyond which some numbers lie are
/// pointed, as they are in matplotlib.
LegendBar legend_bar(Rect room, Beyond beyond);

/// Those of `ticks` that have room beside a bar so long, the outer first, each `line` high.
std::vector<LegendTick> fitting_ticks(const std::vector<LegendTick>& ticks, double length,
                                      double line);

/// What stands beside a bar so long, in lines of `line`: round numbers of the range (multiples of
/// 1, 2 or 5 times a power of ten), or its ends where there is no room for two such. They never
/// overlap.
std::vector<LegendTick> round_ticks(ColorRange range, double length, double line);
/// Likewise; those of the ticks that have room, where the shading has some.
std::vector<LegendTick> round_ticks(const Shading& shading, double length, double line);

/// All that may stand beside a bar of up to so many lines: what it needs room for.
std::vector<std::string> tick_texts(const Shading& shading, double most_lines);
std::vector<std::string> tick_texts(ColorRange range, double most_lines);

/// The smallest weight that has a colour of its own on a logarithmic range.
inline constexpr double kSmallestLogWeight = 1e-6;

/// The largest finite distance from 0; 0 where there is none.
float largest_distance(const Matrix& matrix);

}  // namespace attn
