#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/figure/math/set_formula.h"
#include "app/ui/theme/theme.h"

namespace attn::ui {

/// A word or a formula of a paragraph, with the space before it where there is one.
struct FlowWord {
  TextPiece::Kind kind = TextPiece::Kind::words;
  std::string text{};  ///< or TeX
  Face face = Face::kBody;
  bool has_space = false;
  bool breaks = false;    ///< a new line begins before it
  std::size_t owner = 0;  ///< for the caller to know it by
};

/// The words of `text`, which has no formulas, each otherwise as `kind` is. What is behind the last
/// one belongs to what comes next.
void add_words(std::vector<FlowWord>& words, std::string_view text, const FlowWord& kind);
/// Of all of `pieces`.
void add_pieces(std::vector<FlowWord>& words, const std::vector<TextPiece>& pieces,
                const FlowWord& kind);

/// One of them in its place, from the upper left corner of the first line.
struct FlowItem {
  FlowWord word;
  float x = 0, top = 0, width = 0, height = 0;  ///< of its part of the line; a block's ground
  float baseline = 0;
  FormulaStyle style{};  ///< of a formula
  float inset = 0;       ///< of a block's formula from its ground
};

struct Flow {
  std::vector<FlowItem> items;
  float height = 0;
};

/// Breaks `words` into lines of `width`, `pitch` apart where nothing in them is higher. What no
/// space parts stays together. Formulas stand on the baseline of the words, a block's on a ground
/// of its own; those too wide for a line are broken where formulas may be, else set smaller.
Flow flow(const Theme& theme, const std::vector<FlowWord>& words, float width, float pitch);

/// Draws one with the upper left corner of the first line at `at`.
void draw_item(ImDrawList* list, const Theme& theme, const FlowItem& item, ImVec2 at, ImU32 color);
/// The same on a ground that has colours of its own: words are in its text's.
void draw_item(ImDrawList* list, const Theme& theme, const FlowItem& item, ImVec2 at,
               const Palette& palette);

/// Where the formula of an item is drawn.
ImVec2 formula_corner(const Theme& theme, const FlowItem& item, ImVec2 at);

/// `style`, or smaller, so that the formula fits into its width; at half the size that is given up.
FormulaStyle fitting_style(const Theme& theme, std::string_view tex, FormulaStyle style);

/// How a formula is set among words of a face.
FormulaStyle formula_style(const Theme& theme, Face face);

}  // namespace attn::ui
