#include "app/document/edits/graph_edits.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"

namespace attn {
namespace {

using Edge = std::pair<int, int>;

Edge edge(Index receiver, Index sender) {
  return {static_cast<int>(receiver), static_cast<int>(sender)};
}

}  // namespace

const Mask* graph_mask(const Scene& scene) {
  const auto found = std::find_if(scene.masks.rbegin(), scene.masks.rend(),
                                  [](const Mask& mask) { return takes(*mask.kind, "edges"); });
  return found == scene.masks.rend() ? nullptr : &*found;
}

bool has_edge(const Mask& mask, Index receiver, Index sender) {
  return std::ranges::find(*mask.edges, edge(receiver, sender)) != mask.edges->end();
}

bool goes_both_ways(const Mask& mask) {
  const std::set<Edge> edges(mask.edges->begin(), mask.edges->end());
  return std::ranges::all_of(edges, [&](const Edge& one) {
    return edges.contains({one.second, one.first});
  });
}

void toggle_edge(Scene& scene, Index receiver, Index sender, bool both_ways) {
  const Mask* mask = graph_mask(scene);
  if (!mask) return;
  std::vector<Edge> edges = *mask->edges;
  const bool is_there = has_edge(*mask, receiver, sender);
  const auto set = [&](const Edge& one) {
    std::erase(edges, one);
    if (!is_there) edges.push_back(one);
  };
  set(edge(receiver, sender));
  const bool has_way_back = sender < scene.query_count() && receiver < scene.key_count();
  if (both_ways && has_way_back && receiver != sender) set(edge(sender, receiver));
  scene.masks[static_cast<std::size_t>(mask - scene.masks.data())].edges = std::move(edges);
}

}  // namespace attn
