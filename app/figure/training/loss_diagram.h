#pragma once

#include "app/figure/diagram/diagram.h"
#include "app/figure/training/learning_curves.h"

namespace attn {

/// Loss (left axis) and accuracy (right axis) over the steps: those of tests strong, those of what
/// is learned from faint. Where steps are more than can be told apart, means of as many as it says.
Diagram loss_diagram(const LearningCurves& curves, const Ruler& ruler, double width, double height);

}  // namespace attn
