#pragma once

#include <optional>
#include <span>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// Where a tooltip of `size` goes that is about `about`, on a screen of that size: as near as it
/// can, below rather than above or beside, and never over what is told; nothing where it has no
/// such place.
std::optional<Box> tip_place(ImVec2 size, const Box& about, ImVec2 screen, float gap,
                             std::span<const Box> told);

}  // namespace attn::ui
