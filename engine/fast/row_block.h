#pragma once

#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/product.h"
#include "engine/fast/head_inputs.h"

namespace attn {

/// What is added to scores and what is hidden, in the form that the fast path reads; kept as long
/// as the scene's bias, masks and position are the same.
class ScoreShift {
 public:
  /// False where nothing changed.
  bool prepare(const Scene& scene);

  bool shifts() const { return shifts_; }
  /// Whether any key is hidden from any query.
  bool hides() const { return hides_; }
  /// M x L; only where some are hidden.
  const BoolMatrix& seen() const { return seen_; }

  /// Adds to `count` scores of query i in head h, from that of key `first`; each is rounded once.
  void add(std::size_t h, Index i, Index first, Index count, float* scores) const;

 private:
  void make_distances(const Scene& scene);

  bool prepared_ = false;
  bool shifts_ = false;
  bool hides_ = false;
  Index M_ = 0, L_ = 0;
  std::size_t heads_ = 0;
  Position position_;
  std::vector<Mask> masks_;
  std::optional<Cow<Matrix>> bias_;
  BoolMatrix seen_;
  std::vector<WideRow> distances_;  ///< for each head: by j − i + M − 1; empty where none counts
};

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
