#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explanation_step.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/pair_rows.h"
#include "engine/reference/feeding_cells.h"

namespace attn {

/// Sources of the numbers of one cell of one head: inputs as in the tables, through the head's
/// weights and the position encoding, named like their controls.
class CellSources {
 public:
  CellSources(const Evaluation& evaluation, std::size_t head, Cell cell, Pairs pairs = Pairs::kOwn)
      : scene_(evaluation.scene),
        block_(evaluation.block),
        head_(head),
        cell_(cell),
        is_own_(pairs == Pairs::kOwn) {}

  /// Component `feature` of the projected query, key or value; all if absent.
  Sources q(std::optional<Index> feature = {}) const {
    return behind(is_own_ ? Part::q : Part::subtract_q, cell_.query, feature, Side::kQuery);
  }
  Sources k(std::optional<Index> feature = {}) const {
    return behind(is_own_ ? Part::k : Part::subtract_k, cell_.key, feature, Side::kKey);
  }
  Sources v(std::optional<Index> feature = {}) const {
    return behind(Part::v, cell_.key, feature, Side::kKey);
  }
  /// Sources of the values of all keys.
  Sources all_v(std::optional<Index> feature = {}) const {
    return behind(Part::v, {}, feature, Side::kKey);
  }
  /// Query and key: all sources of the score except its parameters. For a given score, that score.
  Sources pair(std::optional<Index> feature = {}) const;
  /// Gate of a component of the output.
  Sources gate(Index feature) const {
    return behind(Part::gates, cell_.query, feature, Side::kQuery);
  }
  /// Sources of token `row`, and number `feature` of the query.
  Sources x(Index row) const { return behind(Part::x, row, {}, Side::kQuery); }
  Sources x_of_query(Index feature) const {
    return behind(scene_.queries ? Part::query_x : Part::x, cell_.query, feature, Side::kQuery);
  }

  /// Matrix of the scene or of the head, or a part of it.
  Source of(Part part, std::optional<Index> row = {}, std::optional<Index> column = {}) const {
    return {name_of({part, static_cast<Index>(head_), block_}), row, column, Side::kQuery};
  }
  /// Control with this name.
  Source control(const std::string& name) const {
    return {prefix_of_block(block_) + name, {}, {}, Side::kQuery};
  }
  /// Control of the head with this name.
  Source of_head(const std::string& name) const {
    return control("heads." + std::to_string(head_) + "." + name);
  }
  /// Sources in the heatmap: the cell, the cell of another key, and the row.
  Source weight() const { return weight(cell_.key); }
  Source weight(Index key) const {
    return {name_of({Part::weights, 0, block_}), cell_.query, key, Side::kKey};
  }
  Source row_of_weights() const { return of(Part::weights, cell_.query); }
  Source column_of_weights() const { return of(Part::weights, {}, cell_.key); }

 private:
  /// Sources in the tables of `row` (or of all rows) of the head's q, k or v.
  Sources behind(Part part, std::optional<Index> row, std::optional<Index> feature,
                 Side side) const;
  void add_inputs(const CellRange& cells, Side side, Sources& sources) const;

  const Scene& scene_;
  Index block_;
  std::size_t head_;
  Cell cell_;
  bool is_own_;  ///< false: the pairs of `subtract`
};

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
  std::string query_token(Index i) const { return named_token(scene().query_tokens(), i); }
  std::string key_token(Index j) const { return named_token(scene().tokens, j); }
  std::string query_token() const { return query_token(cell.query); }
  std::string key_token() const { return key_token(cell.key); }
};

/// Words for a pair without a score in a scene whose zeros are no masks.
inline constexpr std::string_view kGivenAsZero =
    "this weight was given as 0, and no temperature changes it";

// Steps of the explanation of a weight (explain.h), part by part.

/// The cell's q or k with 0 where the number is a rounding error of its sum x · W + b.
RowVector without_rounding_errors(const ExplainedCell& of, Side side);

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

/// Step that subtracts λ times the other weight, for a head with `subtract`; both weights as the
/// results of their steps.
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

/// Effect of dimension `column` of the output of head `head` on the combined output of `query`, in
/// the dimension that it moves most. Empty if heads stay separate, or their concatenation is the
/// output.
std::optional<ExplanationStep> explain_combined(const Evaluation& evaluation, std::size_t head,
                                                Index query, Index column);

}  // namespace attn
