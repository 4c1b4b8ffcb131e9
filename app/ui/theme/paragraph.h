#pragma once

#include <string_view>

#include "app/ui/theme/theme.h"

namespace attn::ui {

/// How much room words take that are broken into lines of at most `width`.
ImVec2 paragraph_size(const Theme& theme, Face face, std::string_view text, float width);

/// Draws them with their upper left corner at `at`, in any script: what is isolated within them
/// stays so on each line.
void draw_paragraph(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                    std::string_view text, float width);

}  // namespace attn::ui
