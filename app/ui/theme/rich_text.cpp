#include "app/ui/theme/rich_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/figure/text/cut_text.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

bool is_formula(const TextPiece& piece) { return piece.kind != TextPiece::Kind::words; }

float piece_width(const Theme& theme, Face face, const TextPiece& piece) {
  if (!is_formula(piece)) return text_size(theme, face, piece.text).x;
  const SetFormula& set = theme.formulas().set(piece.text, formula_style(theme, face));
  return static_cast<float>(std::ceil(set.width));
}

std::string as_text(const TextPiece& piece) {
  return is_formula(piece) ? "$" + piece.text + "$" : as_words(piece.text);
}

Flow paragraph_flow(const Theme& theme, Face face, std::string_view text, float width) {
  std::vector<FlowWord> words;
  add_pieces(words, pieces_or_words(text), {.face = face});
  return flow(theme, words, width, theme.line_height(face));
}

}  // namespace

ImVec2 rich_size(const Theme& theme, Face face, std::string_view text) {
  float width = 0;
  for (const TextPiece& piece : pieces_or_words(text)) width += piece_width(theme, face, piece);
  return {width, theme.line_height(face)};
}

float draw_rich(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                std::string_view text) {
  float x = std::round(at.x);
  const float top = std::round(at.y);
  for (const TextPiece& piece : pieces_or_words(text)) {
    if (!is_formula(piece)) {
      x = draw_text(list, theme, face, {x, top}, color, piece.text);
      continue;
    }
    const FormulaStyle style = formula_style(theme, face);
    const SetFormula& set = theme.formulas().set(piece.text, style);
    Palette palette = theme.colors();
    palette.text = color;
    const float y = top + theme.baseline(face) - static_cast<float>(set.baseline);
    theme.formulas().draw(list, {x, y}, piece.text, style, palette);
    x += piece_width(theme, face, piece);
  }
  return x;
}

std::string shortened_rich(const Theme& theme, Face face, std::string_view text, float width) {
  if (rich_size(theme, face, text).x <= width) return std::string(text);
  std::string fitting;
  float left = width;
  const float dots = text_size(theme, face, "…").x;
  for (const TextPiece& piece : pieces_or_words(text)) {
    const float wide = piece_width(theme, face, piece);
    if (wide + dots <= left) {
      left -= wide;
      fitting += as_text(piece);
      continue;
    }
    if (is_formula(piece)) return fitting + "…";
    const std::string cut = cut_to_fit(
        piece.text, [&](std::string_view one) { return text_size(theme, face, one).x <= left; });
    return fitting + as_words(cut);
  }
  return fitting;
}

ImVec2 rich_paragraph_size(const Theme& theme, Face face, std::string_view text, float width) {
  const Flow lines = paragraph_flow(theme, face, text, width);
  float widest = 0;
  for (const FlowItem& item : lines.items) widest = std::max(widest, item.x + item.width);
  return {widest, lines.height};
}

void draw_rich_paragraph(ImDrawList* list, const Theme& theme, Face face, ImVec2 at,
                         const Palette& palette, std::string_view text, float width) {
  for (const FlowItem& item : paragraph_flow(theme, face, text, width).items) {
    draw_item(list, theme, item, at, palette);
  }
}

}  // namespace attn::ui
