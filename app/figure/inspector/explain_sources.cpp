#include "app/figure/inspector/explain_sources.h"

#include <algorithm>

#include "engine/attention/score.h"

namespace attn {

Sources unique_sources(Sources sources) {
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

Source CellSources::of(Part part, std::optional<Index> row, std::optional<Index> column) const {
  return {name_of({part, static_cast<Index>(head_), block_}), row, column, Side::kQuery};
}

Source CellSources::control(const std::string& name) const {
  return {prefix_of_block(block_) + name, {}, {}, Side::kQuery};
}

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

Sources CellSources::q(std::optional<Index> feature) const {
  return behind(is_own_ ? Part::q : Part::subtract_q, cell_.query, feature, Side::kQuery);
}

Sources CellSources::k(std::optional<Index> feature) const {
  return behind(is_own_ ? Part::k : Part::subtract_k, cell_.key, feature, Side::kKey);
}

Sources CellSources::v(std::optional<Index> feature) const {
  return behind(Part::v, cell_.key, feature, Side::kKey);
}

Sources CellSources::all_v(std::optional<Index> feature) const {
  return behind(Part::v, {}, feature, Side::kKey);
}

Sources CellSources::gate(Index feature) const {
  return behind(Part::gates, cell_.query, feature, Side::kQuery);
}

Sources CellSources::x(Index row) const { return behind(Part::x, row, {}, Side::kQuery); }

Sources CellSources::x_of_query(Index feature) const {
  return behind(scene_.queries ? Part::query_x : Part::x, cell_.query, feature, Side::kQuery);
}

Sources CellSources::pair(std::optional<Index> feature) const {
  if (has_given_scores(scene_.score)) return {of(Part::given_scores, cell_.query, cell_.key)};
  Sources sources = q(feature);
  const Sources keys = k(feature);
  sources.insert(sources.end(), keys.begin(), keys.end());
  return sources;
}

}  // namespace attn
