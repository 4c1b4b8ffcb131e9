#include "app/ui/theme/rich_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/figure/text/text_lines.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

/// Measures texts of this face in pixels of the screen.
LineRuler line_ruler(const Theme& theme, Face face) {
  return {.width =
              [&theme, face](std::string_view words) {
                return static_cast<double>(text_size(theme, face, words).x);
              },
          .formula_width =
              [&theme, face](std::string_view tex) {
                return std::ceil(theme.formulas().set(tex, formula_style(theme, face)).width);
              },
          .shortened =
              [&theme, face](std::string_view words, double width) {
                return shortened(theme, face, words, static_cast<float>(width));
              }};
}

std::vector<std::string> broken(const Theme& theme, Face face, std::string_view text, float width) {
  return paragraph_lines(
      text, [&](std::string_view line) { return text_size(theme, face, line).x <= width; });
}

Flow paragraph_flow(const Theme& theme, Face face, std::string_view text, float width) {
  std::vector<FlowWord> words;
  add_pieces(words, pieces_or_words(text), {.face = face});
  return flow(theme, words, width, theme.line_height(face));
}

}  // namespace

ImVec2 paragraph_size(const Theme& theme, Face face, std::string_view text, float width) {
  ImVec2 size(0, 0);
  for (const std::string& line : broken(theme, face, text, width)) {
    const ImVec2 extent = text_size(theme, face, line);
    size = {std::max(size.x, extent.x), size.y + extent.y};
  }
  return size;
}

float draw_paragraph(const Theme& theme, Face face, ImVec2 at, ImU32 color, std::string_view text,
                     float width) {
  const float top = at.y;
  for (const std::string& line : broken(theme, face, text, width)) {
    draw_text(theme, face, at, color, line);
    at.y += theme.line_height(face);
  }
  return at.y - top;
}

ImVec2 rich_size(const Theme& theme, Face face, std::string_view text) {
  return {static_cast<float>(rich_width(line_ruler(theme, face), text)), theme.line_height(face)};
}

float draw_rich(const Theme& theme, Face face, ImVec2 at, ImU32 color, std::string_view text) {
  float x = std::round(at.x);
  const float top = std::round(at.y);
  for (const TextPiece& piece : pieces_or_words(text)) {
    if (piece.kind == TextPiece::Kind::words) {
      x = draw_text(theme, face, {x, top}, color, piece.text);
      continue;
    }
    const FormulaStyle style = formula_style(theme, face);
    const SetFormula& set = theme.formulas().set(piece.text, style);
    Palette palette = theme.colors();
    palette.text = color;
    const float y = top + theme.baseline(face) - static_cast<float>(set.baseline);
    theme.formulas().draw({x, y}, piece.text, style, palette);
    x += static_cast<float>(std::ceil(set.width));
  }
  return x;
}

std::string shortened_rich(const Theme& theme, Face face, std::string_view text, float width) {
  return shortened_rich(line_ruler(theme, face), text, static_cast<double>(width));
}

ImVec2 rich_paragraph_size(const Theme& theme, Face face, std::string_view text, float width) {
  const Flow lines = paragraph_flow(theme, face, text, width);
  float widest = 0;
  for (const FlowItem& item : lines.items) widest = std::max(widest, item.x + item.width);
  return {widest, lines.height};
}

void draw_rich_paragraph(const Theme& theme, Face face, ImVec2 at, const Palette& palette,
                         std::string_view text, float width) {
  for (const FlowItem& item : paragraph_flow(theme, face, text, width).items) {
    draw_item(theme, item, at, palette);
  }
}

}  // namespace attn::ui
