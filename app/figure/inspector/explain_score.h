#pragma once

#include <vector>

#include "app/figure/inspector/explained_cell.h"
#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// The score of a cell term by term, before bias and masks, in the scene's numbers, for every kind
/// of score: many terms fold to the largest and the rest. Before it how the numbers of the largest
/// term came about, where more than a matrix is in between (explain_rows.h), and after it the cap.
std::vector<ExplanationStep> explain_score(const ExplainedCell& of);

}  // namespace attn
