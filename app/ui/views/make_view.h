#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/ui/views/view.h"

namespace attn::ui {

/// Makes a view of a class that is more than a diagram.
using MakeView = std::unique_ptr<View>(const ViewKind& kind);
MakeView make_compare_view, make_curve_view, make_graph_view, make_heads_view, make_links_view,
    make_outputs_view, make_pair_view, make_plane_view, make_positions_view, make_steps_view,
    make_symmetry_view;

struct ViewClass {
  std::string_view id;  ///< ViewKind::id
  MakeView* make;
};
std::span<const ViewClass> view_classes();

/// Makes what draws the view: of its class, or a DiagramPanel where it has none.
std::unique_ptr<View> make_view(const ViewKind& kind);

}  // namespace attn::ui
