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

constexpr double kGroundRadius = 4;

}  // namespace

void draw_formula(Canvas& canvas, const SetFormula& formula, Point at, const Paint& paint) {
  const MathFont& font = math_font();
  const auto paint_of = [&](Ink ink) { return ink == Ink::text ? paint : Paint{ink}; };
  for (const Rect& ground : formula.grounds) {
    canvas.rect({at.x + ground.x, at.y + ground.y, ground.width, ground.height}, kGroundRadius,
                {.fill = Paint{Ink::field}, .stroke = Paint{Ink::hairline}});
  }
  std::map<Ink, Outline> outlines;
  for (const SetFormula::Sign& sign : formula.signs) {
    add(outlines[sign.ink], font.outline(sign.glyph), {at.x + sign.at.x, at.y + sign.at.y},
        sign.size);
  }
  for (const auto& [ink, outline] : outlines) canvas.shape(outline, {.fill = paint_of(ink)});
  for (const SetFormula::MathRule& bar : formula.bars) {
    const Rect& rect = bar.rect;
    canvas.rect({at.x + rect.x, at.y + rect.y, rect.width, rect.height}, 0,
                {.fill = paint_of(bar.ink)});
  }
}

}  // namespace attn
