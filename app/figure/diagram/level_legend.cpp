#include "app/figure/diagram/level_legend.h"

#include <memory>
#include <vector>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/axis_ticks.h"

namespace attn {
namespace {

constexpr double kBar = 56, kLevelSpace = 6;

/// The outermost round numbers in `range`, which are near its ends.
ColorRange round_ends(ColorRange range) {
  const double low = range.low, high = range.high;
  if (!(high > low)) return range;
  const std::vector<double> round = ticks(low, high, nice_step((high - low) / 20));
  if (round.size() < 2) return range;
  return {static_cast<float>(round.front()), static_cast<float>(round.back())};
}

}  // namespace

double add_level_legend(Diagram& diagram, const Ruler& ruler, std::string_view name,
                        const Colormap& colormap, ColorRange range, Point at) {
  const auto add_text = [&](const std::string& text, Ink ink) {
    diagram.add(TextMark{at, text, Type::small, {ink}});
    at.x += ruler.width(text, Type::small) + kLevelSpace;
  };
  add_text(std::string(name), Ink::secondary);
  const ColorRange ends = round_ends(range);
  add_text(with_minus(brief(ends.low, 6)), Ink::faint);
  const Rect bar{at.x, at.y - 4, kBar, 8};
  const auto steps = std::make_shared<const Matrix>(
      Eigen::RowVectorXf::LinSpaced(128, ends.low, ends.high).eval());
  diagram.add(
      MatrixMark{.name = "", .area = bar, .values = steps, .colormap = &colormap, .range = range});
  diagram.add(RectMark{bar, std::nullopt, Paint{Ink::hairline}});
  at.x += kBar + kLevelSpace;
  add_text(with_minus(brief(ends.high, 6)), Ink::faint);
  return at.x - kLevelSpace;
}

}  // namespace attn
