#pragma once

#include "app/document/view/view_state.h"
#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// The score of a cell term by term, before bias and masks, in the scene's numbers, for every kind
/// of score. Many terms fold to the largest and the rest.
ExplanationStep explain_score(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                              Cell cell);

}  // namespace attn
