#include "app/session/words/explain_sources.h"

#include <algorithm>

#include "engine/attention/position.h"

namespace attn {

/// A row of an input, or all its rows, on their way to q, k or v.
struct CellSources::Input {
  std::string_view matrix;
  std::optional<Index> row;
  std::string_view weights;  // by which the head multiplies it
  bool has_weights;
  bool has_position;  // which is added to it first
  bool turns;         // where the position encoding rotates
  Side side;
};

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

Sources CellSources::through(const Input& input, std::optional<Index> feature) const {
  Sources sources;
  // A rotation mixes the two components of a pair.
  std::vector<std::optional<Index>> features = {feature};
  if (feature && input.turns) features = {*feature / 2 * 2, *feature / 2 * 2 + 1};
  const auto add_input = [&](std::optional<Index> column) {
    sources.push_back({std::string(input.matrix), input.row, column, input.side});
    if (input.has_position && scene_.position.kind->id == "learned") {
      sources.push_back({"position.table", input.row, column, input.side});
    }
  };
  if (input.has_weights) {
    add_input({});
    for (const auto& column : features) {
      sources.push_back(of_head(input.weights, {}, column));
      sources.back().side = input.side;
    }
  } else {
    for (const auto& column : features) add_input(column);
  }
  return sources;
}

Sources CellSources::q(std::optional<Index> feature) const {
  return through({scene_.queries ? "queries" : "embeddings", cell_.query, "w_q",
                  scene_.heads[head_].w_q.has_value(), true,
                  scene_.position.kind->rotate != nullptr, Side::kQuery},
                 feature);
}

Sources CellSources::k(std::optional<Index> feature) const {
  return through({"embeddings", cell_.key, "w_k", scene_.heads[head_].w_k.has_value(), true,
                  scene_.position.kind->rotate != nullptr, Side::kKey},
                 feature);
}

Sources CellSources::values_of(std::optional<Index> key, std::optional<Index> feature) const {
  return through({scene_.values ? "values" : "embeddings", key, "w_v",
                  scene_.heads[head_].w_v.has_value(), !scene_.values, false, Side::kKey},
                 feature);
}

Sources CellSources::v(std::optional<Index> feature) const { return values_of(cell_.key, feature); }

Sources CellSources::all_v(std::optional<Index> feature) const { return values_of({}, feature); }

Sources CellSources::pair(std::optional<Index> feature) const {
  Sources sources = q(feature);
  const Sources keys = k(feature);
  sources.insert(sources.end(), keys.begin(), keys.end());
  return sources;
}

}  // namespace attn
