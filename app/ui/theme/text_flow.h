#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/figure/math/set_formula.h"
#include "app/ui/theme/theme.h"

namespace attn::ui {

/// Word or formula of a paragraph, with a space before it or not.
struct FlowWord {
  TextPiece::Kind kind = TextPiece::Kind::words;
  std::string text{};  ///< or TeX
  Face face = Face::kBody;
  bool has_space = false;
  bool breaks = false;    ///< line break before it
  std::size_t owner = 0;  ///< identifier for the caller
};

/// Appends the words of `text` (no formulas), with the other fields from `kind`. Text after the
/// last space joins what is added next.
void add_words(std::vector<FlowWord>& words, std::string_view text, const FlowWord& kind);
/// Appends the words and formulas of all pieces.
void add_pieces(std::vector<FlowWord>& words, const std::vector<TextPiece>& pieces,
                const FlowWord& kind);

/// Positioned word or formula, relative to the upper left corner of the first line.
struct FlowItem {
  FlowWord word;
  float x = 0, top = 0, width = 0, height = 0;  ///< its part of the line; of a display formula, its
                                                ///< background
  float baseline = 0;
  FormulaStyle style{};  ///< of a formula
  float inset = 0;       ///< distance of a display formula from its background's edge
};

struct Flow {
  std::vector<FlowItem> items;
  float height = 0;
};

/// Breaks `words` into lines of `width`, with line distance `pitch` unless an item is higher. Words
/// without a space between them stay together. Inline formulas are on the baseline, display
/// formulas on a background; formulas wider than a line are broken, else scaled down.
Flow flow(const Theme& theme, const std::vector<FlowWord>& words, float width, float pitch);

/// Draws an item with the upper left corner of the first line at `at`.
void draw_item(const Theme& theme, const FlowItem& item, ImVec2 at, ImU32 color);
/// Draws an item with another palette: words in its text colour.
void draw_item(const Theme& theme, const FlowItem& item, ImVec2 at, const Palette& palette);

/// Upper left corner of an item's formula.
ImVec2 formula_corner(const Theme& theme, const FlowItem& item, ImVec2 at);

/// `style`, scaled down until the formula fits its width, at most to half the size.
FormulaStyle fitting_style(const Theme& theme, std::string_view tex, FormulaStyle style);

/// Formula style among words of a face.
FormulaStyle formula_style(const Theme& theme, Face face);

}  // namespace attn::ui
