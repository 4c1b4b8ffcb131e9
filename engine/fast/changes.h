#pragma once

#include <array>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/reference/parts.h"

namespace attn {

/// Cells of a part that may differ: all that stand in some rows or columns.
struct ChangedCells {
  FewLines rows, columns;

  bool all() const { return rows.all() || columns.all(); }
};

/// Whether all parts of both are of the same shapes, and their positions the same.
bool same_shapes(const Scene& a, const Scene& b);

/// What a change from one scene to another of the same size makes of the parts, which is nothing
/// but what follows from the table of parts: the cells that are computed otherwise, and those that
/// are fed by such cells.
class PartChanges {
 public:
  /// Both must outlive it.
  PartChanges(const Scene& from, const Scene& to);

  bool same_attention() const { return same_attention_; }
  /// Holds until others are asked for.
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
  /// Then inputs alone may differ: most edits are of those.
  bool same_attention_;
  Feeds feeds_;  ///< of the parts that are followed now
  // What was asked last of each part, and of which head.
  std::array<ChangedCells, kParts> known_{};
  std::array<Index, kParts> known_for_{};
};

struct HeadChanges {
  bool parameters = false;  ///< any of its own
  FewLines q, k, v;         ///< rows
  bool scores = false;      ///< all of them
  bool weights = false;     ///< all, be the scores the same
};

/// What is to be computed anew where an evaluation of one scene is to become one of another.
struct Changes {
  bool shapes = false;  ///< nothing of the old evaluation holds
  FewLines x, query_x;  ///< rows
  std::vector<HeadChanges> heads;
  bool combine = false;
};

/// Bias and masks are left to ScoreShift.
Changes changes_between(const Scene& from, const Scene& to);

}  // namespace attn
