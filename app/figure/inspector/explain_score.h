#pragma once

#include "app/document/view/view_state.h"
#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// The score of a cell of head h term by term, before bias and masks, in the scene's numbers, for
/// every kind of score. Many terms fold to the largest and the rest.
ExplanationStep explain_score(const Evaluation& evaluation, std::size_t h, Cell cell);

}  // namespace attn
