#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explain_sources.h"
#include "app/figure/inspector/explanation_step.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/pair_rows.h"

namespace attn {

/// Cell that the steps explain, and its pairs: the head's own, or those of its `subtract`, which
/// has a score and a weight for each cell too.
struct ExplainedCell {
  const Evaluation& evaluation;
  std::size_t h;
  Cell cell;
  Pairs pairs = Pairs::kOwn;

  bool is_own() const { return pairs == Pairs::kOwn; }
  const Scene& scene() const { return evaluation.scene; }
  const Head& head() const { return evaluation.scene.heads[h]; }
  const HeadTrace& trace() const { return evaluation.trace.heads[h]; }
  const PairTrace& numbers() const {
    return is_own() ? static_cast<const PairTrace&>(trace()) : trace().subtracted;
  }
  CellSources from() const { return {evaluation, h, cell, pairs}; }
  ExplainedCell at(Cell other) const { return {evaluation, h, other, pairs}; }

  float score() const { return numbers().scores(cell.query, cell.key); }
  std::string score_name() const {
    return is_own() ? R"(s_{\query{i}\key{j}})" : R"(s_{2,\query{i}\key{j}})";
  }
  /// Symbol of a weight of these pairs: α, or α₁ and α₂ if one is subtracted from the other.
  std::string weight_name() const {
    if (!head().subtract) return R"(\alpha_{\query{i}\key{j}})";
    return is_own() ? R"(\alpha_{1,\query{i}\key{j}})" : R"(\alpha_{2,\query{i}\key{j}})";
  }
  std::string query_token(Index i) const { return visible_text(scene().query_token(i)); }
  std::string key_token(Index j) const { return visible_text(scene().key_token(j)); }
  std::string query_token() const { return query_token(cell.query); }
  std::string key_token() const { return key_token(cell.key); }
};

// Steps of the explanation of a weight (explain.h), part by part.

/// Appends the steps to number `dimension` of the cell's query or key, if they take more than a
/// matrix: bias, norm and gains in one step, the rotation by position in another.
void add_row_steps(const ExplainedCell& of, Side side, Index dimension,
                   std::vector<ExplanationStep>& steps);

/// Appends the step for the key's value: its bias.
void add_value_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps);

/// Appends the step σ(x · w_g + b_g) for a dimension of the output, if the head has a gate.
void add_gate_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps);

/// Explains the score of a cell term by term, before bias and masks, in the scene's numbers, for
/// every kind of score; if there are many terms, the largest and the sum of the rest. Preceded by
/// the steps of the numbers of the largest term, if they take more than a matrix (explain_rows.h),
/// and followed by the cap.
std::vector<ExplanationStep> explain_score(const ExplainedCell& of);

/// Appends the steps between the score of a pair and the temperature: forget gates, bias, terms of
/// positions and windows, decay, and the masks that hide the key. Appends nothing if there are
/// none.
void add_shift_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps);

/// Line that a weight is normalised over: visible scores of its query's row, or of its key's
/// column, and their weights.
struct WeightLine {
  bool is_column = false;
  std::vector<Index> places{};    ///< indices of keys, or of queries, in order
  std::vector<double> scores{};   ///< with the length factor, before T
  std::vector<double> weights{};  ///< before subtraction and division by the row's sum
  std::size_t own = 0;            ///< index of the cell, which must be visible
  std::optional<double> sink{};
  double sink_weight = 0;
  Index all = 0;  ///< including hidden ones

  Index seen() const { return std::ssize(places); }
  double own_score() const { return scores[own]; }
  double own_weight() const { return weights[own]; }
  /// Largest score, the sink included.
  double largest() const;
  /// Number of entries with weight, the sink included.
  Index sharing() const;
};

/// Line of the explained cell, which must be visible.
WeightLine weight_line(const ExplainedCell& of);

/// Appends the steps from the score of a cell to its weight: length factor, temperature, normalizer
/// over the row or column, and the final division of rows.
void add_weight_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps);

/// Step that subtracts λ times the other weight, for a head with `subtract`; both weights as
/// formatted texts.
ExplanationStep subtract_step(const ExplainedCell& of, const std::string& own,
                              const std::string& taken);

/// Appends the steps from the weights and values of a cell's row to one dimension of the output:
/// the largest products and the cell's own, and ⋯; times gate and gain, if the head has them.
/// Preceded by the steps of the key's value and of the gate, if they take more than a matrix.
void add_output_steps(const ExplainedCell& of, const Contributions& contributions,
                      std::vector<ExplanationStep>& steps);

/// Dimension of the output that the cell's key moves most.
Index most_moved_dimension(const ExplainedCell& of);

/// "Reads moves the output by +0.351, from 0.011 to 0.362.", for the dimension that the key moves
/// most.
std::string movement_words(const ExplainedCell& of);

/// "0.877", in TeX; two significant digits for a weight that would be 0.000.
std::string weight_text(double weight);
/// Formats a weight, in brackets if it is negative and used as a factor.
std::string bracketed_weight(double weight);
/// Short form of an output, "0.362"; the step below shows all decimals.
std::string output_text(double output);

/// Effect of dimension `column` of the output of head `head` on the combined output of `query`, in
/// the dimension that it moves most. Empty if heads stay separate, or their concatenation is the
/// output.
std::optional<ExplanationStep> explain_combined(const Evaluation& evaluation, std::size_t head,
                                                Index query, Index column);

}  // namespace attn
