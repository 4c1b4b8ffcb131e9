#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/inspector/source.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/pair_rows.h"
#include "engine/reference/feeding_cells.h"

namespace attn {

using Sources = std::vector<Source>;

/// Where the numbers of one cell of one head come from: the inputs as they stand in the tables,
/// through the head's weights and the position encoding, named as their controls are.
class CellSources {
 public:
  CellSources(const Evaluation& evaluation, std::size_t head, Cell cell, Pairs pairs = Pairs::kOwn)
      : scene_(evaluation.scene),
        block_(evaluation.block),
        head_(head),
        cell_(cell),
        is_own_(pairs == Pairs::kOwn) {}

  /// Component `feature` of the projected query, or key, or value; all of them where it is absent.
  Sources q(std::optional<Index> feature = {}) const;
  Sources k(std::optional<Index> feature = {}) const;
  Sources v(std::optional<Index> feature = {}) const;
  /// Likewise the values of all keys.
  Sources all_v(std::optional<Index> feature = {}) const;
  /// The query and the key with it: all that the score is made from, but for its parameters. Of a
  /// score that is given, that.
  Sources pair(std::optional<Index> feature = {}) const;
  /// The gate of a component of the output.
  Sources gate(Index feature) const;
  /// What token `row` is made of, and number `feature` of the query.
  Sources x(Index row) const;
  Sources x_of_query(Index feature) const;

  /// A matrix of the scene, or of the head; a part of it.
  Source of(Part part, std::optional<Index> row = {}, std::optional<Index> column = {}) const;
  /// A control, by its name.
  Source control(const std::string& name) const;
  /// Likewise one of the head.
  Source of_head(const std::string& name) const {
    return control("heads." + std::to_string(head_) + "." + name);
  }
  /// The cell itself in the heatmap, that of another key, and their row.
  Source weight() const { return weight(cell_.key); }
  Source weight(Index key) const {
    return {name_of({Part::weights, 0, block_}), cell_.query, key, Side::kKey};
  }
  Source row_of_weights() const { return of(Part::weights, cell_.query); }
  Source column_of_weights() const { return of(Part::weights, {}, cell_.key); }

 private:
  /// What stands in the tables of all that `row` of the head's q, k or v, or all rows, is made of.
  Sources behind(Part part, std::optional<Index> row, std::optional<Index> feature,
                 Side side) const;
  void add_inputs(const CellRange& cells, Side side, Sources& sources) const;

  const Scene& scene_;
  Index block_;
  std::size_t head_;
  Cell cell_;
  bool is_own_;  ///< and not what `subtract` takes off
};

/// The same, none twice.
Sources unique_sources(Sources sources);

}  // namespace attn
