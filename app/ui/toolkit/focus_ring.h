#pragma once

#include <string_view>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Whether the control that was drawn last has the keyboard, to which Tab can bring it: it is
/// ringed then, and scrolled to where it came from off the screen. False while a list is open.
bool has_keyboard(Ui& ui, std::string_view name, const Box& box);

void draw_focus_ring(const Ui& ui, const Box& box);

/// Whether keys that follow one another in a control are one gesture still: false for the first
/// one, and after a rest.
bool goes_on(KeyRun& run, std::string_view name, double now);

}  // namespace attn::ui
