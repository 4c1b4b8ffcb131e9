#pragma once

#include "engine/fast/head_inputs.h"
#include "engine/fast/score_shift.h"

namespace attn {

/// What a block of rows is computed from; what comes before is as it was.
enum class From { kQueries, kRaw, kScores, kWeights };

/// Rows first, first + step, …: two of them are any two.
struct Rows {
  Index first = 0, count = 0;
  Index step = 1;

  Index operator[](Index r) const { return first + r * step; }
};

/// How many rows a block best has: as many as the second cache takes, and fewer where `threads`
/// would have nothing to share.
Index rows_of_block(const Kernels& kernels, Index all_rows, Index keys, int threads);

/// The steps from the scores to the head's output for some queries: their scores stay in the cache
/// until they were weighed and multiplied with the values. A step that leaves float32's range is
/// kept in the head, and the rows' numbers then mean nothing.
void compute_rows(const HeadWork& work, const ScoreShift& shift, From from, const Rows& rows,
                  Scratch& scratch);

/// How far from each other the rows of a block's scores are: at a distance of a power of two they
/// would take each other's place in the cache. They have room for whole vectors.
Index row_step(Index keys);

/// Whether so many scores are more than caches hold, so that matrices are best written past them.
bool is_large(Index scores);
inline bool is_large(const HeadWork& work) {
  return is_large(work.trace.scores.size() * std::ssize(work.inputs.heads));
}

/// Where only the shift became another one: puts a(q, k) to where resize_trace() leaves it, in
/// `raw` or, where nothing is added or hidden any more, in `scores`.
void keep_raw_scores(const ScoreShift& shift, HeadTrace& head);

/// Makes room in the head's trace for what compute_rows() writes.
void resize_trace(const HeadWork& work, const ScoreShift& shift);

}  // namespace attn
