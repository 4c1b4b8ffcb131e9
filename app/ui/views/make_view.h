#pragma once

#include <memory>
#include <string_view>

#include "app/ui/views/view.h"

namespace attn::ui {

/// The view of that id of view_kinds(); null where it has none, which is a mistake.
std::unique_ptr<View> make_view(std::string_view id);

}  // namespace attn::ui
