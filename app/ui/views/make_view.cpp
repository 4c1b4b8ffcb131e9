#include "app/ui/views/diagram_panel.h"
#include "engine/attention/lookup.h"

namespace attn::ui {
namespace {

constexpr ViewClass kViewClasses[] = {
    // clang-format off
    {"weights", make_pair_view},
    {"scores", make_pair_view},
    {"outputs", make_outputs_view},
    {"heads", make_heads_view},
    {"steps", make_steps_view},
    {"positions", make_positions_view},
    {"plane", make_plane_view},
    {"graph", make_graph_view},
    {"links", make_links_view},
    {"curve", make_curve_view},
    {"patches", make_patches_view},
    {"symmetry", make_symmetry_view},
    {"compare", make_compare_view},
    // clang-format on
};

}  // namespace

std::span<const ViewClass> view_classes() { return kViewClasses; }

std::unique_ptr<View> make_view(const ViewKind& kind) {
  const ViewClass* found = find_row(view_classes(), kind.id);
  return found ? found->make(kind) : std::make_unique<DiagramPanel>(kind);
}

}  // namespace attn::ui
