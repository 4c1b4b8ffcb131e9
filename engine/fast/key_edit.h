#pragma once

#include <span>

#include "engine/fast/head_inputs.h"
#include "engine/fast/row_block.h"

namespace attn {

/// An edit of a few keys in one head: their scores, their values or both differ from those of the
/// last evaluation; queries, weights and all other keys don't.
struct KeyEdit {
  std::vector<Index> keys;
  Matrix old_values;           ///< their values before, in this order
  bool scores = false;         ///< scores changed, not only values
  std::vector<Index> queries;  ///< queries that are evaluated in full, and so not updated here
};

/// The queries as a right operand, for columns of scores; rows [first, first + count), from a
/// panel on.
void pack_query_panels(const HeadWork& work, Index first, Index count);
/// Row `i` of them alone.
void pack_query_panel_row(const HeadWork& work, Index i);

/// Puts the keys' new scores into the columns of `count` queries from `first`, a panel's start.
void update_scores(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                   Index count, Scratch& scratch);

/// Does the same and brings the queries' sums and outputs up to date, and their weights where
/// `weights` asks for them: an output loses what a key gave, and gets what it gives now. So that
/// rounding errors stay those of a full evaluation, rows where little of their sum remains are
/// computed anew; every row must be in its turn, as one of the edit's queries.
void update_rows(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                 Index count, bool weights, Scratch& scratch);

/// The weights of `count` rows from their scores, largest scores and sums. Ends no stream.
void refresh_weights(const HeadWork& work, Index first, Index count, Scratch& scratch);

}  // namespace attn
