#include "app/ui/view.h"

#include <algorithm>

#include "app/ui/heads_view.h"
#include "app/ui/positions_view.h"
#include "app/ui/weights_view.h"

namespace attn::ui {
namespace {

template <typename Made>
std::unique_ptr<View> make() {
  return std::make_unique<Made>();
}

constexpr ViewKind kViews[] = {
    {"weights", "Weights", make<WeightsView>},
    {"heads", "Heads", make<HeadsView>},
    {"positions", "Positions", make<PositionsView>},
};

}  // namespace

std::span<const ViewKind> view_kinds() { return kViews; }

const ViewKind& view_kind(const ViewState& state) {
  const auto found = std::ranges::find(kViews, state.tab, &ViewKind::id);
  return found != std::end(kViews) ? *found : kViews[0];
}

}  // namespace attn::ui
