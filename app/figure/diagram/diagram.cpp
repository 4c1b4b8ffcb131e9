#include "app/figure/diagram/diagram.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/figure/math/set_formula.h"
#include "app/figure/text/text.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {

TextStyle style_of(Type type) {
  // In the order of Type.
  static constexpr TextStyle kStyles[] = {{.size = 14},
                                          {.size = 14, .weight = kMediumWeight},
                                          {.size = 14, .weight = kSemiboldWeight},
                                          {.size = 12},
                                          {.size = 9, .weight = kMediumWeight},
                                          {.size = 12, .weight = kSemiboldWeight},
                                          {.size = 15, .weight = kSemiboldWeight},
                                          {.family = kNumberFamily, .size = 13},
                                          {.family = kNumberFamily, .size = 11.5},
                                          {.size = 16, .weight = kMediumWeight},
                                          {.size = 19.5, .weight = kMediumWeight}};
  static_assert(std::size(kStyles) == static_cast<std::size_t>(Type::cell) + 1);
  return kStyles[static_cast<std::size_t>(type)];
}

bool MatrixMark::is_masked(Index row, Index column) const {
  return scores && (*scores)(row, column) == kMasked;
}

double distance_to_side(Point a, Point b, Point p) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double along = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
  const double t = clamped(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

std::vector<Point> arrow_head(const LineMark& line) {
  const Point tip = line.points.back(), before = line.points[line.points.size() - 2];
  const double dx = tip.x - before.x, dy = tip.y - before.y;
  const double length = std::hypot(dx, dy), head = 5 + 2 * line.line;
  if (length == 0) return {tip, tip, tip};
  const double ux = dx / length, uy = dy / length;
  const Point back{tip.x - head * ux, tip.y - head * uy};
  const double half = head * 0.42;
  return {tip, {back.x - half * uy, back.y + half * ux}, {back.x + half * uy, back.y - half * ux}};
}

FormulaExtent Ruler::formula(const FormulaMark& mark) const {
  const auto set = known_formula(mark.tex, style_of(mark));
  return {set->width, set->baseline, set->height - set->baseline};
}

double baseline_below(Type type) { return cap_height(style_of(type)) / 2; }

FormulaStyle style_of(const FormulaMark& mark) {
  const double size = mark.size > 0 ? mark.size : kFormulaShare * style_of(mark.type).size;
  FormulaStyle style{.size = size, .display = mark.display};
  if (mark.breaks && mark.room > 0) style.width = mark.room;
  const auto width = [&mark](const FormulaStyle& of) { return known_formula(mark.tex, of)->width; };
  return fitting(style, mark.room, width);
}

double line_height(Type type) {
  constexpr double kWordLine = 1.21, kNumberLine = 1.32;
  const TextStyle style = style_of(type);
  return style.size * (style.family == kNumberFamily ? kNumberLine : kWordLine);
}

}  // namespace attn
