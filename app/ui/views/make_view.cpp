#include "app/ui/views/make_view.h"

#include "app/ui/views/compare_view.h"
#include "app/ui/views/curve_view.h"
#include "app/ui/views/graph_view.h"
#include "app/ui/views/heads_view.h"
#include "app/ui/views/links_view.h"
#include "app/ui/views/outputs_view.h"
#include "app/ui/views/pair_view.h"
#include "app/ui/views/plane_view.h"
#include "app/ui/views/positions_view.h"
#include "app/ui/views/steps_view.h"
#include "app/ui/views/symmetry_view.h"
#include "engine/attention/lookup.h"

namespace attn::ui {
namespace {

template <typename Made>
std::unique_ptr<View> make(const ViewKind& kind) {
  return std::make_unique<Made>(kind);
}

constexpr ViewClass kViewClasses[] = {
    // clang-format off
    {"weights", make<PairView>},
    {"scores", make<PairView>},
    {"outputs", make<OutputsView>},
    {"heads", make<HeadsView>},
    {"steps", make<StepsView>},
    {"positions", make<PositionsView>},
    {"plane", make<PlaneView>},
    {"graph", make<GraphView>},
    {"links", make<LinksView>},
    {"curve", make<CurveView>},
    {"symmetry", make<SymmetryView>},
    {"compare", make<CompareView>},
    // clang-format on
};

}  // namespace

std::span<const ViewClass> view_classes() { return kViewClasses; }

std::unique_ptr<View> make_view(const ViewKind& kind) {
  const ViewClass* found = find_row(view_classes(), kind.id);
  return found ? found->make(kind) : make<DiagramPanel>(kind);
}

}  // namespace attn::ui
