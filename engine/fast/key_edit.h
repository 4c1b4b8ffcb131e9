#pragma once

#include "engine/fast/head_inputs.h"
#include "engine/fast/row_block.h"

namespace attn {

/// Edit of a few keys in one head: their scores, their values or both differ from those of the last
/// evaluation; queries, weights and other keys do not.
struct KeyEdit {
  std::vector<Index> keys;
  Matrix old_values;           ///< values before the edit, in this order
  bool scores = false;         ///< scores changed, not only values
  std::vector<Index> queries;  ///< queries evaluated in full, so not updated here
};

/// Packs the queries as a right operand, for columns of scores; rows [first, first + count),
/// starting at a panel.
void pack_query_panels(const HeadWork& work, Index first, Index count);
/// Packs row `i` only.
void pack_query_panel_row(const HeadWork& work, Index i);

/// Writes the keys' new scores to the columns of `count` queries from `first`, the start of a
/// panel.
void update_scores(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                   Index count, Scratch& scratch);

/// Also updates the queries' sums and outputs, and their weights if `weights`: an output loses the
/// old contribution of a key, and gets the new one. To keep rounding errors those of a full
/// evaluation, rows with little of their sum left are recomputed; every row must be recomputed
/// periodically, as one of the edit's queries.
void update_rows(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                 Index count, bool weights, Scratch& scratch);

/// Computes the weights of `count` rows from scores, largest scores and sums. Does not end a
/// stream.
void refresh_weights(const HeadWork& work, Index first, Index count, Scratch& scratch);

}  // namespace attn
