#pragma once

#include <array>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/reference/parts.h"

namespace attn {

/// Cells of a part that may differ: whole rows or columns.
struct ChangedCells {
  FewLines rows, columns;

  bool all() const { return rows.all() || columns.all(); }
};

/// Returns whether all parts have equal shapes, and positions are equal.
bool same_shapes(const Scene& a, const Scene& b);

/// Effect of a change between two scenes of equal size on each part, derived from the table of
/// parts: cells that are computed differently, and cells that depend on those.
class PartChanges {
 public:
  /// Both scenes must outlive it.
  PartChanges(const Scene& from, const Scene& to);

  bool same_attention() const { return same_attention_; }
  /// Valid until the next call.
  const ChangedCells& of(const Where& where);

 private:
  static constexpr std::size_t kParts = static_cast<std::size_t>(Part::output) + 1;

  ChangedCells follow(const Where& where);
  void add_other_feeds(const PartKind& kind, std::size_t h, std::ptrdiff_t first);
  void add_fed(const Feed& feed, const Where& where, ChangedCells& cells);
  void spread(Feed::Reach reach, const FewLines& lines, const Feed& feed, const Where& where,
              ChangedCells& cells) const;

  const Scene& from_;
  const Scene& to_;
  /// only inputs may differ: the most common edit
  bool same_attention_;
  Feeds feeds_;  ///< of the parts being followed
  // Last result for each part, and its head.
  std::array<ChangedCells, kParts> known_{};
  std::array<Index, kParts> known_for_{};
};

struct HeadChanges {
  bool parameters = false;  ///< any of the head's own
  FewLines q, k, v;         ///< rows
  bool scores = false;      ///< all scores
  bool weights = false;     ///< all, although the scores are equal
};

/// Parts to recompute to turn the evaluation of one scene into that of another.
struct Changes {
  bool shapes = false;  ///< nothing of the old evaluation can be reused
  FewLines x, query_x;  ///< rows
  std::vector<HeadChanges> heads;
  bool combine = false;
};

/// Bias and masks are handled by ScoreShift.
Changes changes_between(const Scene& from, const Scene& to);

}  // namespace attn
