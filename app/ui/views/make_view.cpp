#include "app/ui/views/make_view.h"

#include <algorithm>
#include <iterator>

#include "app/ui/views/compare_view.h"
#include "app/ui/views/curve_view.h"
#include "app/ui/views/graph_view.h"
#include "app/ui/views/heads_view.h"
#include "app/ui/views/outputs_view.h"
#include "app/ui/views/pair_view.h"
#include "app/ui/views/plane_view.h"
#include "app/ui/views/positions_view.h"
#include "app/ui/views/steps_view.h"
#include "app/ui/views/symmetry_view.h"

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

struct Row {
  std::string_view id;
  std::unique_ptr<View> (*make)();
};

constexpr Row kRows[] = {
    // clang-format off
    {"weights", make_weights},
    {"scores", make_scores},
    {"outputs", make<OutputsView>},
    {"heads", make<HeadsView>},
    {"steps", make<StepsView>},
    {"positions", make<PositionsView>},
    {"plane", make<PlaneView>},
    {"graph", make<GraphView>},
    {"curve", make<CurveView>},
    {"symmetry", make<SymmetryView>},
    {"compare", make<CompareView>},
    // clang-format on
};

}  // namespace

std::unique_ptr<View> make_view(std::string_view id) {
  const auto found = std::ranges::find(kRows, id, &Row::id);
  return found != std::end(kRows) ? found->make() : nullptr;
}

}  // namespace attn::ui
