#pragma once

#include <optional>
#include <string>

#include "app/figure/inspector/explanation_step.h"
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

}  // namespace attn
