#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explained_cell.h"
#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

// Steps of the explanation of a weight (explain.h), part by part.

/// How number `dimension` of the cell's query, or of its key, came about where more than a matrix
/// is in between: bias, norm and gains in one step, the position's turn in another.
void add_row_steps(const ExplainedCell& of, Side side, Index dimension,
                   std::vector<ExplanationStep>& steps);

/// The same of the key's value: its bias.
void add_value_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps);

/// σ(x · w_g + b_g) for a dimension of the output, where the head is gated.
void add_gate_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps);

/// The score of a cell term by term, before bias and masks, in the scene's numbers, for every kind
/// of score: many terms fold to the largest and the rest. Before it how the numbers of the largest
/// term came about, where more than a matrix is in between (explain_rows.h), and after it the cap.
std::vector<ExplanationStep> explain_score(const ExplainedCell& of);

/// What comes between the score of a pair and the temperature: how much its forget gates let
/// through, bias and terms of positions and windows, decay, and whether the key is seen, and if not
/// why. Nothing where there is nothing of it.
void add_shift_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps);

/// From the score of a cell to its weight: the factor of length, the temperature, the normalizer
/// over the row or the column, and what rows are then divided by.
void add_weight_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps);

/// What λ times the other weight takes off, for a head that subtracts; both weights as they are
/// written.
ExplanationStep subtract_step(const ExplainedCell& of, const std::string& own,
                              const std::string& taken);

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

/// How dimension `column` of the output of head `head` goes into the combined output of `query`,
/// into that dimension which it moves most. Nothing where the heads stay apart, or are the output
/// as they stand side by side.
std::optional<ExplanationStep> explain_combined(const Evaluation& evaluation, std::size_t head,
                                                Index query, Index column);

}  // namespace attn
