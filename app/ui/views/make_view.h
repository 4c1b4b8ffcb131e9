#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/ui/views/view.h"

namespace attn::ui {

/// What draws a view that is more than a diagram.
struct ViewClass {
  std::string_view id;  ///< ViewKind::id
  std::unique_ptr<View> (*make)(const ViewKind& kind);
};

std::span<const ViewClass> view_classes();

/// What draws the view: of its class, or a DiagramPanel where it has none.
std::unique_ptr<View> make_view(const ViewKind& kind);

}  // namespace attn::ui
