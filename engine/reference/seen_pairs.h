#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// Pairs of queries and keys visible under the masks by position (MaskKind::shows_distance), for
/// any number of tokens. Other masks are only defined for the scene's own tokens, and are ignored.
class SeenPairs {
 public:
  explicit SeenPairs(const Attention& attention);

  /// Returns whether there are other masks.
  bool has_other_masks() const { return has_other_masks_; }
  bool sees(Index query, Index key) const;
  /// Number of visible pairs among `queries` x `keys`, in time linear in their sum.
  double count(Index queries, Index keys) const;
  /// Returns whether a query before position `key` sees the key there.
  bool is_seen_before(Index key) const;
  /// Number of the first `keys` keys that are visible to any query from index `next` on. For
  /// combined windows and strides, considers queries up to a million steps away.
  double seen_from(Index next, Index keys) const;
  /// a, b and c such that L tokens have a L² + b L + c visible pairs, for all sufficiently large L;
  /// empty if there are no such numbers.
  std::optional<std::array<double, 3>> polynomial() const;

 private:
  /// Keys [first, end) hidden by the same masks: each mask's first keys are visible to all.
  struct Segment {
    Index first = 0, end = 0;
    std::vector<const Mask*> masks;
    bool shows_distance(Index steps) const;
    /// Largest visible distance; empty: unlimited.
    std::optional<Index> reach() const;
  };
  std::vector<Mask> masks_;
  std::vector<Segment> segments_;
  bool has_other_masks_ = false;

 public:
  SeenPairs(const SeenPairs&) = delete;
  SeenPairs& operator=(const SeenPairs&) = delete;
};

}  // namespace attn
