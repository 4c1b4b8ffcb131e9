#include "app/figure/files/formula_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/figure/files/png_figure.h"
#include "app/figure/math/formula_drawing.h"

namespace attn {

FormulaPixels formula_pixels(const SetFormula& formula, const FigureTheme& theme, int margin,
                             int most) {
  FigureTheme on_nothing = theme;
  on_nothing.has_ground = false;
  const auto side = [&](double length) {
    return std::min(std::ceil(length) + 2.0 * margin, static_cast<double>(most));
  };
  const Pixels drawn = pixels_of({.width = side(formula.width),
                                  .height = side(formula.height),
                                  .draw =
                                      [&](Canvas& canvas) {
                                        const auto at = static_cast<double>(margin);
                                        draw_formula(canvas, formula, {at, at});
                                      },
                                  .theme = &on_nothing});
  const auto bytes = std::size_t{4} * static_cast<std::size_t>(drawn.width) *
                     static_cast<std::size_t>(drawn.height);
  return {drawn.width, drawn.height, {drawn.rgba.get(), drawn.rgba.get() + bytes}};
}

}  // namespace attn
