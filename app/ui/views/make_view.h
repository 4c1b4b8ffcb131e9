#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/ui/views/view.h"

namespace attn::ui {

/// Function that creates a view with its own class.
using MakeView = std::unique_ptr<View>(const ViewKind& kind);
MakeView make_compare_view, make_curve_view, make_graph_view, make_heads_view, make_links_view,
    make_outputs_view, make_pair_view, make_plane_view, make_positions_view, make_steps_view,
    make_symmetry_view;

struct ViewClass {
  std::string_view id;  ///< ViewKind::id
  MakeView* make;
};
std::span<const ViewClass> view_classes();

/// Creates the object that draws the view: of the view's class, or a DiagramPanel if it has none.
std::unique_ptr<View> make_view(const ViewKind& kind);

}  // namespace attn::ui
