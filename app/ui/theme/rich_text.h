#pragma once

#include <string>
#include <string_view>

#include "app/ui/theme/theme.h"

namespace attn::ui {

// Lines of text, broken and shortened as in figures (app/figure/text/text_lines.h). Rich text
// contains formulas, on the baseline of the words.

/// Size of a text broken into lines of at most `width`, in any script.
ImVec2 paragraph_size(const Theme& theme, Face face, std::string_view text, float width);
/// Draws the text with its upper left corner at `at`; returns its height.
float draw_paragraph(const Theme& theme, Face face, ImVec2 at, ImU32 color, std::string_view text,
                     float width);

/// Size of one line; as high as a line of plain text.
ImVec2 rich_size(const Theme& theme, Face face, std::string_view text);

/// Draws one line, upper left corner of its text at `at`; returns its right end.
float draw_rich(const Theme& theme, Face face, ImVec2 at, ImU32 color, std::string_view text);

/// `text` shortened with … to `width`; formulas are dropped as a whole.
std::string shortened_rich(const Theme& theme, Face face, std::string_view text, float width);

/// Size of the text wrapped to lines of at most `width`.
ImVec2 rich_paragraph_size(const Theme& theme, Face face, std::string_view text, float width);
void draw_rich_paragraph(const Theme& theme, Face face, ImVec2 at, const Palette& palette,
                         std::string_view text, float width);

}  // namespace attn::ui
