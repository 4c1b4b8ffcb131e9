#pragma once

#include <string>

#include "app/document/view/view_state.h"
#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// How the weights and values of a cell's row make one dimension of the output: the products that
/// bring most and the cell's own, and ⋯.
ExplanationStep explain_output(const Evaluation& evaluation, std::size_t h, Cell cell,
                               const Contributions& contributions);

/// The dimension of the output that the key of a cell moves most.
Index most_moved(const HeadTrace& head, Cell cell);

/// "Reads moves the output by +0.351, from 0.011 to 0.362.", in the dimension that it moves most.
std::string movement_words(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                           Cell cell);

/// "0.877", in TeX; two digits of a weight that would be 0.000.
std::string weight_text(double weight);
/// "0.362": the whole is below, with as many decimals as it takes.
std::string output_text(double output);

}  // namespace attn
