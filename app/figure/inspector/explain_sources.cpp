#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/score.h"

namespace attn {

void CellSources::add_inputs(const CellRange& cells, Side side, Sources& sources) const {
  const auto feeding = feeding_cells(scene_, cells);
  for (const CellRange& one : feeding) add_inputs(one, side, sources);
  if (!part_kind(cells.where.part).set) return;  // computed
  const auto row = cells.rows == 1 ? std::optional(cells.row) : std::nullopt;
  if (cells.columns == shape_of(scene_, cells.where).cols.count) {
    sources.push_back({name_of(cells.where), row, {}, side});
    return;
  }
  for (Index n = 0; n < cells.columns; ++n) {
    sources.push_back({name_of(cells.where), row, cells.column + n, side});
  }
}

Sources CellSources::behind(Part part, std::optional<Index> row, std::optional<Index> feature,
                            Side side) const {
  const Where where{part, static_cast<Index>(head_), block_};
  const Shape shape = shape_of(scene_, where);
  Sources sources;
  add_inputs({where, row.value_or(0), row ? 1 : shape.rows.count, feature.value_or(0),
              feature ? 1 : shape.cols.count},
             side, sources);
  return sources;
}

Sources CellSources::pair(std::optional<Index> feature) const {
  if (has_given_scores(scene_.score)) return {of(Part::given_scores, cell_.query, cell_.key)};
  Sources sources = q(feature);
  const Sources keys = k(feature);
  sources.insert(sources.end(), keys.begin(), keys.end());
  return sources;
}

}  // namespace attn
