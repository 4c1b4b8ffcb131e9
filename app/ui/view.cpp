#include "app/ui/view.h"

#include <algorithm>

#include "app/ui/compare_view.h"
#include "app/ui/curve_view.h"
#include "app/ui/graph_view.h"
#include "app/ui/heads_view.h"
#include "app/ui/outputs_view.h"
#include "app/ui/pair_view.h"
#include "app/ui/plane_view.h"
#include "app/ui/positions_view.h"
#include "app/ui/steps_view.h"
#include "app/ui/symmetry_view.h"

namespace attn::ui {
namespace {

template <typename Made>
std::unique_ptr<View> make() {
  return std::make_unique<Made>();
}

std::unique_ptr<View> make_weights() {
  return std::make_unique<PairView>(pair_quantity("weights"));
}
std::unique_ptr<View> make_scores() { return std::make_unique<PairView>(pair_quantity("scores")); }

constexpr ViewKind kViewKinds[] = {
    // clang-format off
    {"weights", "Weights", make_weights},
    {"scores", "Scores", make_scores},
    {"outputs", "Outputs", make<OutputsView>},
    {"heads", "Heads", make<HeadsView>},
    {"steps", "Steps", make<StepsView>},
    {"positions", "Positions", make<PositionsView>},
    {"plane", "Plane", make<PlaneView>},
    {"graph", "Graph", make<GraphView>},
    {"curve", "Curve", make<CurveView>},
    {"symmetry", "Symmetry", make<SymmetryView>},
    {"compare", "Compare", make<CompareView>},
    // clang-format on
};

}  // namespace

std::span<const ViewKind> view_kinds() { return kViewKinds; }

const ViewKind& view_kind(const ViewState& state) {
  const auto found = std::ranges::find(kViewKinds, state.tab, &ViewKind::id);
  return found != std::end(kViewKinds) ? *found : kViewKinds[0];
}

}  // namespace attn::ui
