#include "app/figure/level_legend.h"

#include "app/document/numbers.h"

namespace attn {
namespace {

constexpr double kBar = 56, kSpace = 6;

std::shared_ptr<const Matrix> legend_steps() {
  static const auto kSteps =
      std::make_shared<const Matrix>(Eigen::RowVectorXf::LinSpaced(128, 0, 1).eval());
  return kSteps;
}

}  // namespace

double add_level_legend(Diagram& diagram, const Ruler& ruler, std::string_view name,
                        const Colormap& colormap, ColorRange range, Point at) {
  const auto add_text = [&](const std::string& text, Ink ink) {
    diagram.add(TextMark{at, text, Type::small, {ink}});
    at.x += ruler.width(text, Type::small) + kSpace;
  };
  add_text(std::string(name), Ink::secondary);
  add_text(brief(range.low, 3), Ink::faint);
  const Rect bar{at.x, at.y - 4, kBar, 8};
  diagram.add(MatrixMark{
      .name = "", .area = bar, .values = legend_steps(), .colormap = &colormap, .range = {0, 1}});
  diagram.add(RectMark{bar, std::nullopt, Paint{Ink::hairline}});
  at.x += kBar + kSpace;
  add_text(brief(range.high, 3), Ink::faint);
  return at.x - kSpace;
}

}  // namespace attn
