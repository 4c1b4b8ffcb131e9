#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// The pipeline of the selected head as a row of small matrices, and the step that is open at
/// large below. The cells that feed the cell that is pointed at, or of a step of pairs the pinned
/// one, are lit in both.
/// Targets: "steps.step[n]", the small picture of step n.
Diagram steps_diagram(const ViewInput& input);

}  // namespace attn
