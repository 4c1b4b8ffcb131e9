#pragma once

#include <string>
#include <vector>

#include "app/figure/inspector/explained_cell.h"
#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// From the score of a cell to its weight: the factor of length, the temperature, the normalizer
/// over the row or the column, and what rows are then divided by.
void add_weight_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps);

/// What λ times the other weight takes off, for a head that subtracts; both weights as they are
/// written.
ExplanationStep subtract_step(const ExplainedCell& of, const std::string& own,
                              const std::string& taken);

}  // namespace attn
