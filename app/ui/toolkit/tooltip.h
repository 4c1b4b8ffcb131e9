#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Position of a tooltip of `size` about `about` on the screen: as near as possible, preferably
/// below, never over the boxes `told`; empty if there is no such position.
std::optional<Box> tip_place(ImVec2 size, const Box& about, ImVec2 screen, float gap,
                             std::span<const Box> told);

/// Registers ImGui's last item as `name` for its tooltip, if hovered.
void note_hover(Ui& ui, std::string_view name);

/// Registers a shortened text at `min`…`max`: a tooltip shows `whole`, with its inline formulas if
/// `is_rich`.
void note_cut(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole, bool is_rich = false);

/// Registers a longer text `whole` for a place: a tooltip shows it.
void note_more(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole, bool is_rich = false);

/// Registers a message's box, which tooltips must not cover.
void note_message_box(Ui& ui, const Box& box);

/// Draws the tooltip after a delay: purpose of the hovered control, or why it is locked. Call at
/// the end of a frame.
void tooltip(Ui& ui);

}  // namespace attn::ui
