#pragma once

#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/page/figure_options.h"

namespace attn {

/// The cells of `matrix` alone, each a square of `cell` pixels, without space between or around
/// them. Its area says nothing. Throws OptionError where that is too large for a picture.
Drawing draw_bare(const MatrixMark& matrix, int cell, const FigureTheme& theme);

}  // namespace attn
