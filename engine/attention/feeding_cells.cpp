#include "engine/attention/feeding_cells.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

/// Rows, or columns, that stand together.
struct Run {
  Index first = 0, count = 1;
};

/// The runs of keys that `query` sees.
std::vector<Run> seen_runs(const BoolMatrix& seen, Index query) {
  std::vector<Run> runs;
  for (Index j = 0; j < seen.cols(); ++j) {
    if (!seen(query, j)) continue;
    const Index first = j;
    while (j < seen.cols() && seen(query, j)) ++j;
    runs.push_back({first, j - first});
  }
  return runs;
}

/// Those of the `count` rows, or columns, of what feeds the cell.
std::vector<Run> reached(Feed::Reach reach, Index count, Cell cell, const BoolMatrix& seen) {
  switch (reach) {
    case Feed::Reach::kRow:
      return {{cell.query}};
    case Feed::Reach::kColumn:
      return {{cell.key}};
    case Feed::Reach::kTurned:
      if (cell.query == 0) return {{cell.key}};  // by no angle
      return {{cell.key / 2 * 2, 2}};
    case Feed::Reach::kSeen:
      return seen_runs(seen, cell.query);
    case Feed::Reach::kAll:
      return {{0, count}};
  }
  return {};
}

/// Whether the cell is what it is whatever the numbers of `feed` are.
bool is_fixed(const Scene& scene, const BoolMatrix& seen, const Part& part, const Feed& feed,
              Cell cell) {
  const bool is_mask = feed.part.kind == Part::Kind::seen;
  if (part.kind == Part::Kind::scores && !is_mask) {
    const bool counts = feed.part.kind != Part::Kind::raw ||
                        score_factor(scene, static_cast<std::size_t>(part.head)) != 0;
    return !seen(cell.query, cell.key) || !counts;
  }
  // A lone key weighs 1 and, at an infinite temperature, all weigh alike, whatever they score.
  return part.kind == Part::Kind::weights &&
         (!seen(cell.query, cell.key) || seen.row(cell.query).count() == 1 ||
          std::isinf(scene.normalizer.temperature));
}

}  // namespace

std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Part& part,
                                     Cell cell) {
  std::vector<CellRange> found;
  for (const Feed& feed : feeds_of(scene, part)) {
    if (is_fixed(scene, seen, part, feed, cell)) continue;
    const Shape shape = shape_of(scene, feed.part);
    const Cell at{cell.query, cell.key - feed.first};
    if (feed.columns == Feed::Reach::kColumn && (at.key < 0 || at.key >= shape.cols.count)) {
      continue;  // another part stands in that column
    }
    for (const Run rows : reached(feed.rows, shape.rows.count, at, seen)) {
      for (const Run columns : reached(feed.columns, shape.cols.count, at, seen)) {
        found.push_back({feed.part, rows.first, rows.count, columns.first, columns.count});
      }
    }
  }
  return found;
}

}  // namespace attn
