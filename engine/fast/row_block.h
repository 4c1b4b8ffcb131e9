#pragma once

#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/fast/head_inputs.h"

namespace attn {

/// Addends and mask of scores in the layout of the fast path; cached while the scene's bias, masks
/// and terms by distance are unchanged.
class ScoreShift {
 public:
  /// Returns false if nothing changed.
  bool prepare(const Scene& scene);

  bool shifts() const { return shifts_; }
  /// Returns whether any key is hidden from any query.
  bool hides() const { return hides_; }
  /// M x L; only if some are hidden.
  const BoolMatrix& seen() const { return seen_; }

  /// Adds to `count` scores of query i in head h, starting with key `first`; each is rounded once.
  void add(std::size_t h, Index i, Index first, Index count, float* scores) const;

 private:
  void remember(const Scene& scene);
  void make_distances();

  bool shifts_ = false;
  bool hides_ = false;
  Index M_ = 0, L_ = 0;
  Attention of_;  ///< prepared for this one, of which it has only what shifts scores
  BoolMatrix seen_;
  std::vector<WideRow> distances_;  ///< for each head: by j − i + M − 1; empty without such terms
};

/// First step to recompute for a block of rows; earlier steps are unchanged.
enum class From { kQueries, kRaw, kScores, kWeights };

/// Rows first, first + step, …: any two rows.
struct Rows {
  Index first = 0, count = 0;
  Index step = 1;

  Index operator[](Index r) const { return first + r * step; }
};

/// Best number of rows in a block: as many as fit in the second-level cache, and fewer if `threads`
/// would have nothing to share.
Index rows_of_block(const Kernels& kernels, Index all_rows, Index keys, int threads);

/// Steps from the scores to the head's output for several queries: scores stay in the cache until
/// they are weighted and multiplied by the values. If a step exceeds float32's range, the head
/// records it, and the rows are undefined.
void compute_rows(const HeadWork& work, const ScoreShift& shift, From from, const Rows& rows,
                  Scratch& scratch);

/// Distance between rows of a block's scores: with a power of two they would map to the same cache
/// sets. Rows are padded to whole vectors.
Index row_step(Index keys);

/// Returns whether this number of scores exceeds the caches, so that matrices are best written with
/// non-temporal stores.
bool is_large(Index scores);
inline bool is_large(const HeadWork& work) {
  return is_large(work.trace.scores.size() * std::ssize(work.inputs.heads));
}

/// After a change of the shift only: moves a(q, k) to its place after resize_trace(), `raw` or, if
/// nothing is added or hidden any more, `scores`.
void keep_raw_scores(const ScoreShift& shift, HeadTrace& head);

/// Allocates the outputs of compute_rows() in the head's trace.
void resize_trace(const HeadWork& work, const ScoreShift& shift);

}  // namespace attn
