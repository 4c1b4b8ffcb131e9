#pragma once

#include <cstdint>
#include <vector>

#include "app/figure/math/set_formula.h"
#include "app/figure/text/figure_theme.h"

namespace attn {

/// A formula as pixels R, G, B, A, rows from the top, alpha not premultiplied.
struct FormulaPixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba{};
};

/// On nothing, in the theme's colours, with `margin` pixels around it: slanted signs reach out of
/// their boxes. No side is longer than `most`. Throws std::runtime_error where it can't be drawn.
FormulaPixels formula_pixels(const SetFormula& formula, const FigureTheme& theme, int margin,
                             int most);

}  // namespace attn
