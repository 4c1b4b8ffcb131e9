#include "engine/reference/feeding_cells.h"

#include <cmath>
#include <map>
#include <utility>

#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

/// Range of rows or columns.
struct Run {
  Index first = 0, count = 1;
};

/// Runs of consecutive indices below `count` for which `holds` is true.
template <typename Holds>
std::vector<Run> runs_where(Index count, const Holds& holds) {
  std::vector<Run> runs;
  for (Index n = 0; n < count; ++n) {
    if (!holds(n)) continue;
    if (!runs.empty() && runs.back().first + runs.back().count == n) {
      ++runs.back().count;
    } else {
      runs.push_back({n, 1});
    }
  }
  return runs;
}

/// Cells of a part, and the data that determines which cells of its inputs they use.
struct Taking {
  const Scene& scene;
  const BoolMatrix* seen;  ///< null for parts before masking
  const CellRange& cells;
  Index width;  ///< of the part

  std::vector<Run> turned() const {
    const Index end = cells.column + cells.columns;
    const bool turns = cells.row > 0 || cells.rows > 1;  // row 0 is rotated by angle 0
    return runs_where(width, [&](Index c) {
      const Index other = turns ? rotation_partner(scene.position, width, c) : c;
      return (c >= cells.column && c < end) || (other >= cells.column && other < end);
    });
  }
  std::vector<Run> by_distance(Index count) const {
    std::vector<bool> read(static_cast<std::size_t>(count));
    const Index least = cells.column - (cells.row + cells.rows - 1);
    const Index most = cells.column + cells.columns - 1 - cells.row;
    for (Index steps = least; steps <= most; ++steps) {
      const Index column = scene.position.kind->column(scene.position, steps);
      read[static_cast<std::size_t>(column)] = true;
    }
    return runs_where(count, [&](Index n) { return read[static_cast<std::size_t>(n)]; });
  }
  std::vector<Run> between() const {
    const Index first = cells.column + 1, count = cells.row + cells.rows - first;
    return count > 0 ? std::vector<Run>{{first, count}} : std::vector<Run>();
  }
};

/// Rows, or columns, among `count` of the input that the cells use. `column`: the feed's own
/// column.
std::vector<Run> reached(Feed::Reach reach, Index count, const Taking& taking, Index column = 0) {
  const CellRange& cells = taking.cells;
  switch (reach) {
    case Feed::Reach::kRow:
      return {{cells.row, cells.rows}};
    case Feed::Reach::kColumn:
      return {{cells.column, cells.columns}};
    case Feed::Reach::kTurned:
      return taking.turned();
    case Feed::Reach::kSeen:
      return runs_where(count, [&](Index j) { return (*taking.seen)(cells.row, j); });
    case Feed::Reach::kSeeing:  // a single query has weight 1
      if (taking.seen->col(column).count() == 1) return {};
      return runs_where(count, [&](Index i) { return (*taking.seen)(i, column); });
    case Feed::Reach::kHead:
      return {{cells.where.head, 1}};
    case Feed::Reach::kDistance:
      return taking.by_distance(count);
    case Feed::Reach::kBetween:
      return taking.between();
    case Feed::Reach::kAll:
      return {{0, count}};
  }
  return {};
}

/// Returns whether the cell is the only one in its line of normalisation.
bool is_alone(const Normalizer& normalizer, const BoolMatrix& seen, Cell cell) {
  switch (normalizer.over) {
    case Over::kKeys:
      return seen.row(cell.query).count() == 1;
    case Over::kQueries:
      return seen.col(cell.key).count() == 1;
    case Over::kQueriesThenKeys:
      break;
  }
  for (Index j = 0; j < seen.cols(); ++j) {
    if (seen(cell.query, j) && seen.col(j).count() > 1) return false;
  }
  return true;
}

/// Returns whether a weight does not depend on its scores: a single key has weight 1; at infinite
/// temperature, or with length factor 0, all weights are equal.
bool is_weight_fixed(const Normalizer& normalizer, const BoolMatrix& seen, bool has_sink,
                     Cell cell) {
  const NormalizerKind& kind = *normalizer.kind;
  if (!seen(cell.query, cell.key)) return true;
  if (takes(kind, "temperature") && std::isinf(normalizer.temperature)) return true;
  const bool alone = is_alone(normalizer, seen, cell);
  const bool has_length = normalizer.length && takes(kind, "length");
  if (has_length && (*normalizer.length == 0 || alone)) return true;
  return alone && !kind.weighs_each_by_itself && !has_sink;
}

/// Returns whether the cell does not depend on the numbers of `feed`.
bool is_fixed(const Scene& scene, const BoolMatrix& seen, const Where& where, const Feed& feed,
              Cell cell) {
  const auto h = static_cast<std::size_t>(where.head);
  const Part from = feed.where.part;
  switch (where.part) {
    case Part::raw:
    case Part::subtract_raw:
      return score_factor(scene, h) == 0;
    case Part::seen:  // hidden by the masks
      return !visible_keys(scene)(cell.query, cell.key);
    case Part::shift:
      return from == Part::slopes && cell.query == cell.key;
    case Part::scores:
    case Part::subtract_scores:
      return from != Part::seen && !seen(cell.query, cell.key);
    case Part::subtract_weights:
      return is_weight_fixed(scene.normalizer, seen, false, cell);
    case Part::weights:
      if (from == Part::subtract_weights) {
        return scene.heads[h].subtract->lambda == 0 || !seen(cell.query, cell.key);
      }
      return is_weight_fixed(scene.normalizer, seen, scene.heads[h].sink.has_value(), cell);
    case Part::head_output:
      return scene.heads[h].gain == 0 || (from == Part::gates && !seen.row(cell.query).any());
    default:
      return false;
  }
}

void add_reached(const Feed& feed, const Shape& shape, const Taking& taking,
                 std::vector<CellRange>& found) {
  for (const Run columns : reached(feed.columns, shape.cols.count, taking)) {
    // Each key has its own set of queries.
    const Index step = feed.rows == Feed::Reach::kSeeing ? 1 : columns.count;
    for (Index c = columns.first; c < columns.first + columns.count; c += step) {
      for (const Run rows : reached(feed.rows, shape.rows.count, taking, c)) {
        found.push_back({feed.where, rows.first, rows.count, c, step});
      }
    }
  }
}

}  // namespace

std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Where& where,
                                     Cell cell) {
  std::vector<CellRange> found;
  const Index width = shape_of(scene, where).cols.count;
  for (const Feed& feed : feeds_of(scene, where)) {
    if (is_fixed(scene, seen, where, feed, cell)) continue;
    const Shape shape = shape_of(scene, feed.where);
    const Index column = cell.key - feed.first;
    const bool is_there = column >= 0 && column < shape.cols.count;
    // Otherwise another part is in that column.
    if (feed.columns == Feed::Reach::kColumn && !is_there) continue;
    const CellRange cells{where, cell.query, 1, column, 1};
    add_reached(feed, shape, {scene, &seen, cells, width}, found);
  }
  return found;
}

BoolMatrix cells_behind(const Scene& scene, const Where& where, Cell cell, const Where& source) {
  const BoolMatrix visible = visible_keys(scene);
  std::map<std::pair<Part, Index>, BoolMatrix> met;
  const auto cells_met = [&](const Where& of) -> BoolMatrix& {
    const Shape shape = shape_of(scene, of);
    return met
        .try_emplace({of.part, of.head},
                     BoolMatrix::Constant(shape.rows.count, shape.cols.count, false))
        .first->second;
  };
  std::vector<BoolMatrix> seen;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    seen.push_back(seen_by_head(scene, h, visible));
  }
  std::vector<std::pair<Where, Cell>> open{{where, cell}};
  while (!open.empty()) {
    const auto [of, at] = open.back();
    open.pop_back();
    const BoolMatrix& seen_there = seen[static_cast<std::size_t>(of.head)];
    for (const CellRange& range : feeding_cells(scene, seen_there, of, at)) {
      const bool is_source = range.where == source;
      if (part_kind(range.where.part).set && !is_source) continue;
      BoolMatrix& cells = cells_met(range.where);
      for (Index r = range.row; r < range.row + range.rows; ++r) {
        for (Index c = range.column; c < range.column + range.columns; ++c) {
          if (!std::exchange(cells(r, c), true) && !is_source)
            open.push_back({range.where, {r, c}});
        }
      }
    }
  }
  return cells_met(source);
}

std::vector<CellRange> feeding_cells(const Scene& scene, const CellRange& cells) {
  std::vector<CellRange> found;
  const Index width = shape_of(scene, cells.where).cols.count;
  for (const Feed& feed : feeds_of(scene, cells.where)) {
    add_reached(feed, shape_of(scene, feed.where), {scene, nullptr, cells, width}, found);
  }
  return found;
}

}  // namespace attn
