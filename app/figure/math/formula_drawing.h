#pragma once

#include "app/figure/canvas/canvas.h"
#include "app/figure/math/set_formula.h"

namespace attn {

/// Draws a formula with its upper left corner at `at`; parts without a colour of their own use
/// `paint`.
void draw_formula(Canvas& canvas, const SetFormula& formula, Point at,
                  const Paint& paint = {Ink::text});

}  // namespace attn
