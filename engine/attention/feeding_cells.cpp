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

/// Those of the `count` rows, or columns, of what feeds the cells. `seen` may be null for what is
/// not behind the masks.
std::vector<Run> reached(Feed::Reach reach, Index count, const CellRange& cells,
                         const BoolMatrix* seen) {
  const Index end = cells.column + cells.columns;
  const bool turns = cells.row > 0 || cells.rows > 1;  // row 0 by no angle
  switch (reach) {
    case Feed::Reach::kRow:
      return {{cells.row, cells.rows}};
    case Feed::Reach::kTurned:
      if (turns) return {{cells.column / 2 * 2, (end + 1) / 2 * 2 - cells.column / 2 * 2}};
      [[fallthrough]];
    case Feed::Reach::kColumn:
      return {{cells.column, cells.columns}};
    case Feed::Reach::kSeen:
      return seen_runs(*seen, cells.row);
    case Feed::Reach::kAll:
      return {{0, count}};
  }
  return {};
}

/// Whether the cell is what it is whatever the numbers of `feed` are.
bool is_fixed(const Scene& scene, const BoolMatrix& seen, const Where& where, const Feed& feed,
              Cell cell) {
  const bool is_mask = feed.where.part == Part::seen;
  if (where.part == Part::scores && !is_mask) {
    const bool counts = feed.where.part != Part::raw ||
                        score_factor(scene, static_cast<std::size_t>(where.head)) != 0;
    return !seen(cell.query, cell.key) || !counts;
  }
  // A lone key weighs 1 and, at an infinite temperature, all weigh alike, whatever they score.
  return where.part == Part::weights &&
         (!seen(cell.query, cell.key) || seen.row(cell.query).count() == 1 ||
          std::isinf(scene.normalizer.temperature));
}

void add_reached(const Scene& scene, const Feed& feed, const CellRange& cells,
                 const BoolMatrix* seen, std::vector<CellRange>& found) {
  const Shape shape = shape_of(scene, feed.where);
  for (const Run rows : reached(feed.rows, shape.rows.count, cells, seen)) {
    for (const Run columns : reached(feed.columns, shape.cols.count, cells, seen)) {
      found.push_back({feed.where, rows.first, rows.count, columns.first, columns.count});
    }
  }
}

}  // namespace

std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Where& where,
                                     Cell cell) {
  std::vector<CellRange> found;
  for (const Feed& feed : feeds_of(scene, where)) {
    if (is_fixed(scene, seen, where, feed, cell)) continue;
    const Index column = cell.key - feed.first;
    const bool is_there = column >= 0 && column < shape_of(scene, feed.where).cols.count;
    // Else another part stands in that column.
    if (feed.columns == Feed::Reach::kColumn && !is_there) continue;
    add_reached(scene, feed, {where, cell.query, 1, column, 1}, &seen, found);
  }
  return found;
}

std::vector<CellRange> feeding_cells(const Scene& scene, const CellRange& cells) {
  std::vector<CellRange> found;
  for (const Feed& feed : feeds_of(scene, cells.where)) {
    add_reached(scene, feed, cells, nullptr, found);
  }
  return found;
}

}  // namespace attn
