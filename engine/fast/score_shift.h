#pragma once

#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/product.h"

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

}  // namespace attn
