#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/tables/view_table.h"
#include "engine/model/state_parts.h"

namespace attn {

// Why a head of a model looks at a key: its score as a table, as a diagram and in files.

/// Score as a table of what wrote the query's state by what wrote the key's.
struct ScoreSum {
  std::vector<std::string> rows{}, columns{};  ///< the largest writers, and all others
  WideMatrix values{};                         ///< as they are printed: they add up
  WideRow row_sums{};                          ///< likewise
  double score = 0;                            ///< likewise
};

/// The `writers` on each side that have the largest cells, in the order of the model, and the
/// others together. Numbers are rounded; those of the others are what is left to the printed sums.
/// Without others, a row and a column "rounding" have what is left.
ScoreSum score_sum(const ScoreParts& score, std::size_t writers);

/// Draws the table with its sums, of five writers on each side, or as many as fit. Cells are
/// coloured by their size.
Diagram score_diagram(const ScoreParts& score, const Ruler& ruler, double width);

/// Table of all writers.
ViewTable score_table(const ScoreParts& score);

}  // namespace attn
