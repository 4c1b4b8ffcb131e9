#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Where a tooltip of `size` goes that is about `about`, on a screen of that size: as near as it
/// can, below rather than above or beside, and never over what is told; nothing where it has no
/// such place.
std::optional<Box> tip_place(ImVec2 size, const Box& about, ImVec2 screen, float gap,
                             std::span<const Box> told);

/// Notes that the control that ImGui handled last is `name`, for its tooltip, where the mouse is on
/// it.
void note_hover(Ui& ui, std::string_view name);

/// Notes that `whole` stands shortened from `min` to `max`: where the mouse rests there, it is
/// shown.
void note_cut(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole);

/// Notes that there is more to say there than stands there, which is whole.
void note_more(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole);

/// The same of words with formulas among them.
void note_cut_rich(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole);
void note_more_rich(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole);

/// Notes that this is told there, from what happened or is wrong: no tooltip covers it.
void note_told(Ui& ui, const Box& box);

/// Says what the hovered control does once the mouse rests on it, or why it can't be changed; the
/// end of a frame.
void tooltip(Ui& ui);

}  // namespace attn::ui
