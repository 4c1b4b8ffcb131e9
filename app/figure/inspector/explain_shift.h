#pragma once

#include <vector>

#include "app/figure/inspector/explained_cell.h"
#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// What comes between the score of a pair and the temperature: how much its forget gates let
/// through, bias and terms of positions and windows, decay, and whether the key is seen, and if not
/// why. Nothing where there is nothing of it.
void add_shift_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps);

}  // namespace attn
