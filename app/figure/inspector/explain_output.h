#pragma once

#include <string>
#include <vector>

#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explained_cell.h"
#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// How the weights and values of a cell's row make one dimension of the output: the products that
/// bring most and the cell's own, and ⋯; times gate and gain, where the head has them. Before it
/// how the key's value and the gate came about, where more than a matrix is in between.
void add_output_steps(const ExplainedCell& of, const Contributions& contributions,
                      std::vector<ExplanationStep>& steps);

/// The dimension of the output that the key of a cell moves most.
Index most_moved(const ExplainedCell& of);

/// "Reads moves the output by +0.351, from 0.011 to 0.362.", in the dimension that it moves most.
std::string movement_words(const ExplainedCell& of);

/// "0.877", in TeX; two digits of a weight that would be 0.000.
std::string weight_text(double weight);
/// In brackets where it is negative, as a factor is.
std::string bracketed_weight(double weight);
/// "0.362": the whole is below, with as many decimals as it takes.
std::string output_text(double output);

}  // namespace attn
