#pragma once

#include <optional>
#include <string_view>

namespace attn::ui {

/// What a control does, in a sentence; empty where it says so itself (a cell of the heatmap, an
/// entry of an open list). None for a name that no row of the table fits, which is a mistake: every
/// control has its row.
std::optional<std::string_view> tip_of(std::string_view control);

}  // namespace attn::ui
