#pragma once

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A disc with a tick in it: done.
void draw_ticked(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// A ring, hollow: to be done.
void draw_ring(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// A line between two parts of the panel.
void lesson_rule(Ui& ui, Pen& pen);

}  // namespace attn::ui
