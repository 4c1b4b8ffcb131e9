#pragma once

#include <string_view>

#include "app/ui/ui.h"

namespace attn::ui {

/// Notes that the control that ImGui handled last is `name`, for its tooltip, where the mouse is on
/// it.
void note_hover(Ui& ui, std::string_view name);

/// Says what the hovered control does once the mouse rests on it; the end of a frame.
void tooltip(Ui& ui);

}  // namespace attn::ui
