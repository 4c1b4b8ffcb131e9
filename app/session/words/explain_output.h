#pragma once

#include <string>

#include "app/document/view/view_state.h"
#include "app/session/words/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What the key of a cell brings to its head's output: for each dimension that is written out (of
/// many the largest) α · v, with its sign, and what the other keys bring. As written, the two add
/// up to the output (part_of_sum()).
ExplanationStep explain_output(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                               Cell cell);

/// "Reads moves the output by +0.351, from 0.011 to 0.362.", in the dimension that it moves most.
std::string movement_words(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                           Cell cell);

/// "0.877"; two digits of a weight that would be 0.000.
std::string weight_text(double weight);

}  // namespace attn
