#pragma once

#include <string>
#include <string_view>

#include "app/ui/theme/theme.h"

namespace attn::ui {

// Lines of words with formulas among them (app/document/formulas/formula_text.h), all on one
// baseline. Words that others wrote are brought into them by as_words().

/// The width and height of one line: as high as one of words alone.
ImVec2 rich_size(const Theme& theme, Face face, std::string_view text);

/// Draws it with the upper left corner of its words at `at`; answers where it ends.
float draw_rich(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                std::string_view text);

/// `text` with … for its end where it is wider than `width`; a formula goes as a whole.
std::string shortened_rich(const Theme& theme, Face face, std::string_view text, float width);

/// The same broken into lines of at most `width`.
ImVec2 rich_paragraph_size(const Theme& theme, Face face, std::string_view text, float width);
void draw_rich_paragraph(ImDrawList* list, const Theme& theme, Face face, ImVec2 at,
                         const Palette& palette, std::string_view text, float width);

}  // namespace attn::ui
