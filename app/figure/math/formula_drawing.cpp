#include "app/figure/math/formula_drawing.h"

#include <map>

#include "app/figure/math/math_font.h"

namespace attn {
namespace {

void add(Outline& outline, const Outline& glyph, Point at, double size) {
  for (OutlineStep step : glyph) {
    for (Point& point : step.points) point = {at.x + point.x * size, at.y + point.y * size};
    outline.push_back(step);
  }
}

}  // namespace

void draw_formula(Canvas& canvas, const SetFormula& formula, Point at) {
  const MathFont& font = math_font();
  std::map<Ink, Outline> outlines;
  for (const SetFormula::Sign& sign : formula.signs) {
    add(outlines[sign.ink], font.outline(sign.glyph), {at.x + sign.at.x, at.y + sign.at.y},
        sign.size);
  }
  for (const auto& [ink, outline] : outlines) canvas.shape(outline, {ink});
  for (const SetFormula::Bar& bar : formula.bars) {
    const Rect& rect = bar.rect;
    canvas.rect({at.x + rect.x, at.y + rect.y, rect.width, rect.height}, 0,
                {.fill = Paint{bar.ink}});
  }
}

}  // namespace attn
