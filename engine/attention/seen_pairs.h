#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// Which keys queries see by those masks that go by place (MaskKind::lets), for as many tokens as
/// one likes. What other masks hide is known for the scene's own tokens alone, and is left out.
class SeenPairs {
 public:
  explicit SeenPairs(const Attention& attention);

  /// Whether there are masks that don't go by place.
  bool leaves_out() const { return leaves_out_; }
  bool sees(Index query, Index key) const;
  /// How many of `queries` x `keys` pairs are seen. Takes as long as there are queries and keys.
  double count(Index queries, Index keys) const;
  /// Whether a query before that place sees the key that stands there.
  bool is_seen_before(Index key) const;
  /// How many of the first `keys` keys any query from number `next` on sees. Where windows and
  /// strides meet, of queries up to a million steps away.
  double seen_from(Index next, Index keys) const;
  /// a, b and c where L tokens have a L² + b L + c such pairs, for all L from some number on.
  std::optional<std::array<double, 3>> polynomial() const;

 private:
  /// Keys [first, end) that the same masks hide: before each mask's own first keys all see.
  struct Segment {
    Index first = 0, end = 0;
    std::vector<const Mask*> masks;
    bool lets(Index steps) const;
    /// The most steps that it lets; none: any number.
    std::optional<Index> reach() const;
  };
  std::vector<Mask> masks_;
  std::vector<Segment> segments_;
  bool leaves_out_ = false;

 public:
  SeenPairs(const SeenPairs&) = delete;
  SeenPairs& operator=(const SeenPairs&) = delete;
};

}  // namespace attn
