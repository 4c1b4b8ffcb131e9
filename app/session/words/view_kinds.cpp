#include "app/session/words/view_kinds.h"

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

constexpr std::string_view kAll = "x q k v scores weights head_output output";

constexpr ViewKind kViewKinds[] = {
    // clang-format off
    {"weights", "tab.weights", "Weights", "weights", {}, true},
    {"scores", "tab.scores", "Scores", "scores"},
    {"outputs", "tab.outputs", "Outputs", "weights v head_output output"},
    {"heads", "tab.heads", "Heads", "weights head_output"},
    {"steps", "tab.steps", "Steps", kAll},
    {"positions", "tab.positions", "Positions", "x scores weights"},
    // A line of words says the score and the weight of the pair.
    {"plane", "tab.plane", "Plane", kAll, {}, false, "embeddings.table queries"},
    {"graph", "tab.graph", "Graph", "weights", {}, false, "mask"},
    {"curve", "tab.curve", "Curve", "weights head_output output", {}, false,
     "embeddings.table inputs weights"},
    {"symmetry", "tab.symmetry", "Symmetry", "weights output", "weights output"},
    {"compare", "tab.compare", "Compare", "weights", "weights"},
    // clang-format on
};

}  // namespace

std::span<const ViewKind> view_kinds() { return kViewKinds; }

const ViewKind& view_kind(const ViewState& state) {
  const auto found = std::ranges::find(kViewKinds, state.tab, &ViewKind::id);
  return found != std::end(kViewKinds) ? *found : kViewKinds[0];
}

}  // namespace attn
