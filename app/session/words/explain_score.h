#pragma once

#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/session/words/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// The score of a cell term by term, in the scene's numbers, for every kind of score. Many terms
/// fold to the largest and the rest.
ExplanationStep explain_score(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                              Cell cell);

/// A number of a step: two decimals where that says enough.
std::string step_number(double value);

}  // namespace attn
