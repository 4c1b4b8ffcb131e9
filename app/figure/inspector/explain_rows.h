#pragma once

#include <vector>

#include "app/figure/inspector/explained_cell.h"
#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// How number `dimension` of the cell's query, or of its key, came about where more than a matrix
/// is in between: bias, norm and gains in one step, the position's turn in another.
void add_row_steps(const ExplainedCell& of, Side side, Index dimension,
                   std::vector<ExplanationStep>& steps);

/// The same of the key's value: its bias.
void add_value_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps);

/// σ(x · w_g + b_g) for a dimension of the output, where the head is gated.
void add_gate_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps);

}  // namespace attn
