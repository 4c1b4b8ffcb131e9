#include "app/session/words/view_kinds.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace attn {
namespace {

constexpr std::string_view kAll = "x q k v scores weights head_output output";

constexpr ViewGroup kViewGroups[] = {
    {"numbers", "Numbers"}, {"pictures", "Pictures"}, {"heads", "Heads"}, {"order", "Order"}};

constexpr ViewKind kViewKinds[] = {
    // clang-format off
    {"scores", "tab.scores", "Scores", "numbers", "scores"},
    {"weights", "tab.weights", "Weights", "numbers", "weights", {}, true},
    {"outputs", "tab.outputs", "Outputs", "numbers", "weights v head_output output"},
    {"steps", "tab.steps", "Steps", "numbers", kAll},
    {"graph", "tab.graph", "Graph", "pictures", "weights", {}, false, "mask"},
    // A line of words says the score and the weight of the pair.
    {"plane", "tab.plane", "Plane", "pictures", kAll, {}, false, "embeddings.table queries"},
    {"curve", "tab.curve", "Curve", "pictures", "weights head_output output", {}, false,
     "embeddings.table inputs weights"},
    {"heads", "tab.heads", "Heads", "heads", "weights head_output"},
    {"compare", "tab.compare", "Compare", "heads", "weights", "weights"},
    {"positions", "tab.positions", "Positions", "order", "x scores weights"},
    {"symmetry", "tab.symmetry", "Symmetry", "order", "weights output", "weights output"},
    // clang-format on
};

}  // namespace

std::span<const ViewKind> view_kinds() { return kViewKinds; }

std::span<const ViewGroup> view_groups() { return kViewGroups; }

const ViewKind& view_kind(const ViewState& state) {
  for (const std::string& id : {state.tab, ViewState{}.tab}) {
    const auto found = std::ranges::find(kViewKinds, id, &ViewKind::id);
    if (found != std::end(kViewKinds)) return *found;
  }
  return kViewKinds[0];
}

}  // namespace attn
