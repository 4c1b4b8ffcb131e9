#pragma once

#include "engine/head_inputs.h"
#include "engine/score_shift.h"

namespace attn {

/// What a block of rows is computed from; what comes before is as it was.
enum class From { kQueries, kScores, kWeights };

/// How many rows a block best has: as many as the second cache takes, and fewer where `threads`
/// would have nothing to share.
Index rows_of_block(const Kernels& kernels, Index all_rows, Index keys, int threads);

/// The steps from the scores to the head's output for `count` queries from `first`: their scores
/// stay in the cache until they were weighed and multiplied with the values. A step that leaves
/// float32's range is kept in the head, and the rows' numbers then mean nothing.
void compute_rows(const HeadWork& work, const ScoreShift& shift, From from, Index first,
                  Index count, Scratch& scratch);

/// Whether the evaluation is more than caches hold, so that matrices are best written past them.
bool is_large(const HeadWork& work);

/// Makes room in the head's trace for what compute_rows() writes.
void resize_trace(const HeadWork& work, const ScoreShift& shift);

}  // namespace attn
