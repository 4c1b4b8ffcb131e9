#include "app/ui/theme/paragraph.h"

#include <algorithm>
#include <cfloat>
#include <string>
#include <vector>

#include "app/ui/theme/simple_text.h"
#include "engine/base/isolate.h"

namespace attn::ui {
namespace {

/// The bytes of `word`, of one character at least, that fit into `width`.
std::size_t fitting(const Theme& theme, Face face, std::string_view word, float width) {
  std::size_t fits = 0;
  for (std::string_view rest = word; !rest.empty();) {
    take_character(rest);
    const std::size_t end = word.size() - rest.size();
    if (fits > 0 && text_size(theme, face, word.substr(0, end)).x > width) break;
    fits = end;
  }
  return fits;
}

/// Broken at line ends, at spaces, and within a word that is wider than a line.
std::vector<std::string> broken(const Theme& theme, Face face, std::string_view text, float width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    if (text[0] == '\n') {
      lines.emplace_back();
      text.remove_prefix(1);
      continue;
    }
    std::string_view part = text.substr(0, std::min(text.find_first_of(" \n", 1), text.size()));
    const auto fits = [&] { return text_size(theme, face, lines.back() + std::string(part)).x; };
    if (!lines.back().empty() && fits() > width) {
      lines.emplace_back();
      if (part[0] == ' ') text.remove_prefix(1);
      continue;
    }
    if (fits() > width) part = part.substr(0, fitting(theme, face, part, width));
    lines.back() += part;
    text.remove_prefix(part.size());
  }
  close_isolates_of_lines(lines);
  return lines;
}

}  // namespace

ImVec2 paragraph_size(const Theme& theme, Face face, std::string_view text, float width) {
  const float height = theme.line_height(face);
  if (is_simple_paragraph(text)) {
    return theme.font(face)->CalcTextSizeA(height, FLT_MAX, width, text.data(),
                                           text.data() + text.size());
  }
  ImVec2 size(0, 0);
  for (const std::string& line : broken(theme, face, text, width)) {
    size.x = std::max(size.x, text_size(theme, face, line).x);
    size.y += height;
  }
  return size;
}

void draw_paragraph(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                    std::string_view text, float width) {
  const float height = theme.line_height(face);
  if (is_simple_paragraph(text)) {
    theme.need_glyphs(text);
    list->AddText(theme.font(face), height, at, color, text.data(), text.data() + text.size(),
                  width);
    return;
  }
  for (const std::string& line : broken(theme, face, text, width)) {
    draw_text(list, theme, face, at, color, line);
    at.y += height;
  }
}

}  // namespace attn::ui
