#include "app/session/words/explain_sources.h"

#include <algorithm>

namespace attn {
namespace {

/// The table in which an input stands.
std::string table_of(const Where& input) {
  const PartKind& kind = part_kind(input.part);
  if (input.part == Part::query_embeddings) return "queries";
  const std::string id(kind.id);
  return kind.is_of_head ? "heads." + std::to_string(input.head) + "." + id : id;
}

}  // namespace

Source control(std::string_view name) { return {std::string(name), {}, {}, Side::kQuery}; }

Sources unique_sources(Sources sources) {
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

Source CellSources::of_head(std::string_view parameter, std::optional<Index> row,
                            std::optional<Index> column) const {
  return {"heads." + std::to_string(head_) + "." + std::string(parameter), row, column,
          Side::kQuery};
}

void CellSources::add_inputs(const CellRange& cells, Side side, Sources& sources) const {
  const PartKind& kind = part_kind(cells.where.part);
  const auto feeding = feeding_cells(scene_, cells);
  for (const CellRange& one : feeding) add_inputs(one, side, sources);
  if (kind.formula) return;  // computed, be it from nothing that has a table
  const auto row = cells.rows == 1 ? std::optional(cells.row) : std::nullopt;
  if (cells.columns == shape_of(scene_, cells.where).cols.count) {
    sources.push_back({table_of(cells.where), row, {}, side});
    return;
  }
  for (Index n = 0; n < cells.columns; ++n) {
    sources.push_back({table_of(cells.where), row, cells.column + n, side});
  }
}

Sources CellSources::behind(Part part, std::optional<Index> row, std::optional<Index> feature,
                            Side side) const {
  const Where where{part, static_cast<Index>(head_)};
  const Shape shape = shape_of(scene_, where);
  Sources sources;
  add_inputs({where, row.value_or(0), row ? 1 : shape.rows.count, feature.value_or(0),
              feature ? 1 : shape.cols.count},
             side, sources);
  return sources;
}

Sources CellSources::q(std::optional<Index> feature) const {
  return behind(Part::q, cell_.query, feature, Side::kQuery);
}

Sources CellSources::k(std::optional<Index> feature) const {
  return behind(Part::k, cell_.key, feature, Side::kKey);
}

Sources CellSources::v(std::optional<Index> feature) const {
  return behind(Part::v, cell_.key, feature, Side::kKey);
}

Sources CellSources::all_v(std::optional<Index> feature) const {
  return behind(Part::v, {}, feature, Side::kKey);
}

Sources CellSources::pair(std::optional<Index> feature) const {
  Sources sources = q(feature);
  const Sources keys = k(feature);
  sources.insert(sources.end(), keys.begin(), keys.end());
  return sources;
}

}  // namespace attn
