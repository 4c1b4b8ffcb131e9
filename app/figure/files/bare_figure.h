#pragma once

#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/page/figure_options.h"

namespace attn {

/// Draws only the cells of `matrix`, squares of `cell` pixels without gaps and margins; ignores its
/// area. Throws OptionError if the image would be too large.
Drawing draw_bare(const MatrixMark& matrix, int cell, const FigureTheme& theme);

}  // namespace attn
