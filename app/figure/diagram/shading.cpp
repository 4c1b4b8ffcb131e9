#include "app/figure/diagram/shading.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "engine/attention/lookup.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

constexpr RangeKind kRanges[] = {
    {"fixed", "0 … 1", "0 … 1, always", false, RangeEnds::kUnit},
    {"shared", "all heads", "Range of all heads", true, RangeEnds::kOfAll},
    {"own", "this head", "Range of this head", true, RangeEnds::kOfOne},
    {"row", "each row", "Range of each row", true, RangeEnds::kOfRow},
    {"log", "log", "Logarithmic, from 10⁻⁶", false, RangeEnds::kDecades},
    {"sqrt", "square root", "Square roots, 0 … 1", false, RangeEnds::kRoots},
};

/// Range in numbers, not in the list of choices: from a scene or an option.
constexpr RangeKind kSpan = {"span", "", "", true, RangeEnds::kSaid};
constexpr RangeKind kPercentiles = {"percentiles", "", "", true, RangeEnds::kPercentiles};

constexpr int kDecades = 6;

std::vector<LegendTick> decade_ticks() {
  constexpr const char* kNames[] = {"10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "0.01", "0.1", "1"};
  std::vector<LegendTick> ticks;
  for (int n = 0; n <= kDecades; ++n) {
    ticks.push_back({static_cast<double>(n) / kDecades, kNames[n]});
  }
  return ticks;
}

std::vector<LegendTick> root_ticks() {
  std::vector<LegendTick> ticks;
  for (const double value : {0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0}) {
    ticks.push_back({std::sqrt(value), brief(value)});
  }
  return ticks;
}

/// Quantiles `ends` of all finite numbers, nearest rank.
ColorRange range_between(ColorRange ends, std::span<const Matrix* const> matrices) {
  std::vector<float> all;
  for (const Matrix* matrix : matrices) {
    for (const float value : matrix->reshaped()) {
      if (std::isfinite(value)) all.push_back(value);
    }
  }
  if (all.empty()) return {0, 1};
  const auto at = [&](float percent) {
    const double place = percent / 100.0 * static_cast<double>(all.size() - 1);
    const auto nth = all.begin() + std::lround(place);
    std::ranges::nth_element(all, nth);
    return *nth;
  };
  const ColorRange range{at(ends.low), at(ends.high)};
  return range.low < range.high ? range : ColorRange{range.low, range.low + 1};
}

std::vector<LegendTick> relative_ticks(bool is_signed) {
  if (is_signed) return {{0, "−max"}, {0.5, "0"}, {1, "max"}};
  return {{0, "0"}, {0.5, "½ max"}, {1, "max"}};
}

std::string words_of(const RangeKind& kind, ColorRange range) {
  if (&kind != &kSpan) return std::string(kind.label);
  const std::string center =
      range.center == 0 ? "" : ", middle " + with_minus(brief(range.center, 6));
  return "from " + with_minus(brief(range.low, 6)) + " to " + with_minus(brief(range.high, 6)) +
         center;
}

/// "5 to 95 %"
std::string words_of_percentiles(ColorRange ends) {
  return brief(ends.low, 4) + " to " + brief(ends.high, 4) + " %";
}

Shading with_numbers(const RangeKind& kind, ColorRange range) {
  return {&kind, range, {}, words_of(kind, range)};
}

}  // namespace

std::optional<ColorRange> parse_span(std::string_view words) {
  const std::size_t colon = words.find(':'), at = std::min(words.find('@'), words.size());
  if (colon == std::string_view::npos || at < colon) return std::nullopt;
  const auto low = parse_number(words.substr(0, colon));
  const auto high = parse_number(words.substr(colon + 1, at - colon - 1));
  const auto center = at < words.size() ? parse_number(words.substr(at + 1)) : 0.F;
  if (!low || !high || !center || !(*low < *high)) return std::nullopt;
  return ColorRange{*low, *high, *center};
}

std::optional<ColorRange> parse_percentiles(std::string_view words) {
  const std::size_t sign = words.find("%:");
  if (sign == std::string_view::npos || !words.ends_with('%')) return std::nullopt;
  words.remove_suffix(1);
  const auto span = parse_span(std::string(words).erase(sign, 1));
  return span && span->low >= 0 && span->high <= 100 ? span : std::nullopt;
}

std::span<const RangeKind> range_kinds() { return kRanges; }

NumberSpan span_of(const WeightBounds& bounds) {
  return bounds.may_be_negative  ? NumberSpan::kSigned
         : bounds.may_exceed_one ? NumberSpan::kFrom0
                                 : NumberSpan::kShares;
}

const Colormap& usual_colormap(NumberSpan span) {
  return *find_colormap(span == NumberSpan::kSigned ? "red-blue" : "indigo");
}

const RangeKind& range_kind(std::string_view id, NumberSpan span) {
  if (parse_span(id)) return kSpan;
  if (parse_percentiles(id)) return kPercentiles;
  const bool are_shares = span == NumberSpan::kShares;
  const RangeKind* kind = find_row(range_kinds(), id);
  if (kind && (kind->is_for_all || are_shares)) return *kind;
  return row_of(range_kinds(), are_shares ? "fixed" : "shared");
}

float largest_distance(const Matrix& matrix) {
  float largest = 0;
  for (Index n = 0; n < matrix.size(); ++n) {
    const float distance = std::abs(matrix.data()[n]);
    if (std::isfinite(distance)) largest = std::max(largest, distance);
  }
  return largest;
}

float largest_distance(std::span<const Matrix* const> matrices) {
  float largest = 0;
  for (const Matrix* matrix : matrices) largest = std::max(largest, largest_distance(*matrix));
  return largest;
}

float range_end(float largest) {
  if (!(largest > 0)) return 1;
  const double unit = std::pow(10.0, std::floor(std::log10(largest)) - 1);
  return static_cast<float>(std::ceil(largest / unit - 1e-4) * unit);
}

bool Shading::has_shades() const {
  return kind->ends == RangeEnds::kOfRow || kind->ends == RangeEnds::kDecades ||
         kind->ends == RangeEnds::kRoots;
}

Matrix Shading::shades(const Matrix& values, const Matrix& whole) const {
  if (!has_shades()) return values;
  Matrix shades = values;
  for (Index i = 0; i < shades.rows(); ++i) {
    const float largest = kind->ends == RangeEnds::kOfRow ? largest_distance(whole.row(i)) : 1;
    for (Index j = 0; j < shades.cols(); ++j) {
      float& shade = shades(i, j);
      if (!std::isfinite(shade)) continue;
      if (kind->ends == RangeEnds::kDecades) {
        shade = static_cast<float>(std::log10(std::max<double>(shade, kSmallestLogWeight)));
      } else if (kind->ends == RangeEnds::kRoots) {
        shade = std::sqrt(std::max(shade, 0.F));
      } else if (largest > 0) {
        shade /= largest;
      }
    }
  }
  return shades;
}

std::shared_ptr<const Matrix> shared_shades(const Shading& shading,
                                            const std::shared_ptr<const Matrix>& values) {
  struct ShadesMade {
    std::weak_ptr<const Matrix> values;
    const RangeKind* kind;
    std::shared_ptr<const Matrix> shades;
  };
  thread_local std::vector<ShadesMade> made;
  if (!shading.has_shades()) return nullptr;
  std::erase_if(made, [](const ShadesMade& one) { return one.values.expired(); });
  for (const ShadesMade& one : made) {
    if (one.kind == shading.kind && one.values.lock() == values) return one.shades;
  }
  made.push_back({values, shading.kind, std::make_shared<const Matrix>(shading.shades(*values))});
  return made.back().shades;
}

Shading shading_of(NumberSpan span, std::string_view range, const Matrix& own,
                   std::span<const Matrix* const> all) {
  const RangeKind& kind = range_kind(range, span);
  const bool is_signed = span == NumberSpan::kSigned;
  if (const auto said = parse_span(range)) return with_numbers(kind, *said);
  if (kind.is_unit()) return with_numbers(kind, {0, 1});
  if (kind.ends == RangeEnds::kOfRow) {
    return {&kind, {is_signed ? -1.F : 0.F, 1}, relative_ticks(is_signed), std::string(kind.label)};
  }
  if (kind.ends == RangeEnds::kDecades) {
    return {&kind, {-kDecades, 0}, decade_ticks(), std::string(kind.label)};
  }
  if (kind.ends == RangeEnds::kRoots) {
    return {&kind, {0, 1}, root_ticks(), std::string(kind.label)};
  }
  if (const auto percent = parse_percentiles(range)) {
    return {&kind, range_between(*percent, all), {}, words_of_percentiles(*percent)};
  }
  const float largest =
      range_end(kind.ends == RangeEnds::kOfAll ? largest_distance(all) : largest_distance(own));
  return with_numbers(kind, {is_signed ? -largest : 0, largest});
}

Beyond beyond(ColorRange range, const Matrix& values, const Matrix* mask) {
  // Usual for weights; no need to check masked cells.
  if (values.size() > 0 && values.minCoeff() >= range.low && values.maxCoeff() <= range.high) {
    return {};
  }
  float least = range.high, most = range.low;
  for (Index n = 0; n < values.size(); ++n) {
    const float value = values.data()[n];
    if (!std::isfinite(value) || (mask && mask->data()[n] == kMasked)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  // Tolerance for rounding: a weight of 1 may be computed as the next number.
  const double slack = 1e-6 * (static_cast<double>(range.high) - range.low);
  return {least<range.low - slack, most> range.high + slack};
}

Shading plain_shading(ColorRange range, Beyond beyond) {
  return {.kind = &kSpan, .range = range, .beyond = beyond};
}

Shading drawn_with(Shading shading, const Matrix& values, const Matrix* mask,
                   const Matrix* beside) {
  if (shading.kind->ends == RangeEnds::kOfRow) {  // the range of each row ends at its own maximum
    if (beside) shading.beyond = beyond(shading.range, shading.shades(*beside, values));
    return shading;
  }
  const bool is_log = shading.kind->ends == RangeEnds::kDecades;
  const ColorRange range =
      is_log ? ColorRange{static_cast<float>(kSmallestLogWeight), 1} : shading.range;
  shading.beyond = beyond(range, values, mask);
  if (beside) shading.beyond = shading.beyond | beyond(range, *beside);
  return shading;
}

LegendBar legend_bar(Rect room, Beyond beyond) {
  const double tip = std::min(0.75 * room.width, 0.2 * room.height);
  const double above = beyond.high ? tip : 0, below = beyond.low ? tip : 0;
  LegendBar legend{{room.x, room.y + above, room.width, room.height - above - below}, {}, {}};
  const Rect& bar = legend.bar;
  if (beyond.high) {
    legend.high = {{bar.x, bar.y}, {bar.middle_x(), room.y}, {bar.right(), bar.y}};
  }
  if (beyond.low) {
    legend.low = {
        {bar.x, bar.bottom()}, {bar.right(), bar.bottom()}, {bar.middle_x(), room.bottom()}};
  }
  return legend;
}

std::vector<Shading> shadings_of_panels(NumberSpan span, std::string_view range,
                                        std::span<const PanelNumbers> panels, std::size_t one) {
  std::vector<const Matrix*> all;
  for (const PanelNumbers& panel : panels) all.push_back(panel.values);
  const Shading looked_at = shading_of(span, range, *all[one], all);
  const bool is_own = looked_at.kind->ends == RangeEnds::kOfOne;
  std::vector<Shading> shadings;
  for (const auto& [values, mask, beside] : panels) {
    shadings.push_back(drawn_with(is_own ? shading_of(span, range, *values, all) : looked_at,
                                  *values, mask, beside));
  }
  return shadings;
}

Shading legend_of_panels(const Shading& one, std::span<const Shading> shadings,
                         std::string_view what) {
  Shading legend = one;
  for (const Shading& shading : shadings) legend.beyond = legend.beyond | shading.beyond;
  if (one.kind->ends == RangeEnds::kOfAll) legend.words = "all " + std::string(what) + "s";
  if (one.kind->ends != RangeEnds::kOfOne) return legend;
  legend.words = "each " + std::string(what);
  legend.ticks = relative_ticks(one.range.low < 0);
  return legend;
}

std::vector<LegendTick> fitting_ticks(const std::vector<LegendTick>& ticks, double length,
                                      double line) {
  if (ticks.size() < 2) return ticks;
  const auto apart = [&](const LegendTick& a, const LegendTick& b) {
    return std::abs(a.share - b.share) * length >= line;
  };
  if (!apart(ticks.front(), ticks.back())) return {ticks.back()};
  std::vector<LegendTick> kept = {ticks.front()};
  for (std::size_t n = 1; n + 1 < ticks.size(); ++n) {
    if (apart(kept.back(), ticks[n]) && apart(ticks[n], ticks.back())) kept.push_back(ticks[n]);
  }
  kept.push_back(ticks.back());
  return kept;
}

std::vector<LegendTick> round_ticks(ColorRange range, double length, double line) {
  const double low = range.low, span = static_cast<double>(range.high) - low;
  if (!(span > 0)) return {{0.5, with_minus(brief(low))}};
  const double step = nice_step(span / (length >= 16 * line ? 5 : 2));
  const auto end_text = [&](double value) {
    const double digits = 3 + std::log10(std::max(std::abs(value), span) / span);
    return with_minus(brief(value, std::min(9, static_cast<int>(digits))));
  };
  std::vector<LegendTick> found = {{0, end_text(low)}};
  for (const double value : ticks(low, range.high, step)) {
    const double share = (value - low) / span;
    if (share > 1e-6 && share < 1 - 1e-6) found.push_back({share, tick_label(value, step)});
  }
  found.push_back({1, end_text(range.high)});
  return fitting_ticks(found, length, line);
}

std::vector<LegendTick> round_ticks(const Shading& shading, double length, double line) {
  if (!shading.ticks.empty()) return fitting_ticks(shading.ticks, length, line);
  std::vector<LegendTick> round = round_ticks(shading.range, length, line);
  if (shading.kind->is_unit()) {  // 0.0 … 1.0, all centred
    for (LegendTick& tick : round) tick.text = fixed(tick.share, 1);
  }
  return round;
}

std::vector<std::string> tick_texts(const Shading& shading, double most_lines) {
  std::vector<std::string> texts;
  for (double lines = 1; lines <= most_lines; lines *= 2) {
    for (const LegendTick& tick : round_ticks(shading, lines, 1)) texts.push_back(tick.text);
  }
  return texts;
}

}  // namespace attn
