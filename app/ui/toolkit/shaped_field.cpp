#include "app/ui/toolkit/shaped_field.h"

#include <algorithm>
#include <string_view>

#include "app/ui/theme/imgui.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/field_text.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Byte of the field's text for one of the text, and back: ImGui has placeholders for some letters.
int byte_in_field(const std::string& text, std::size_t byte) {
  return static_cast<int>(to_field(std::string_view(text).substr(0, byte)).size());
}
std::size_t byte_in_text(const ImGuiInputTextCallbackData& data, int byte) {
  return from_field({data.Buf, static_cast<std::size_t>(clamped(byte, 0, data.BufTextLen))}).size();
}

}  // namespace

ShapedField::ShapedField(Ui& ui, Face face, const Box& inner, const std::string& text)
    : ui_(ui), face_(face), inner_(inner), carets_(text, ui.theme.line_style(face)) {}

std::size_t ShapedField::byte_at(float x) const {
  return carets_.byte_at(static_cast<double>(x - ui_.field.left));
}

void ShapedField::place(ImGuiInputTextCallbackData& data) const {
  const ImGuiIO& io = ImGui::GetIO();
  const std::string text = from_field({data.Buf, static_cast<std::size_t>(data.BufTextLen)});
  const bool is_in_field = inner_.contains(io.MouseClickedPos[0]);
  if (is_in_field && ImGui::IsMouseDown(0) && io.MouseClickedLastCount[0] < 2) {
    data.CursorPos = data.SelectionEnd = byte_in_field(text, byte_at(io.MousePos.x));
    data.SelectionStart = byte_in_field(text, byte_at(io.MouseClickedPos[0].x));
    return;
  }
  const int by = imgui::is_pressed(ImGuiKey_RightArrow) - imgui::is_pressed(ImGuiKey_LeftArrow);
  if (by == 0 || io.KeyCtrl || io.KeyShift || !carets_.is_leftwards()) return;
  // ImGui moved it to the previous letter for ←: of a text that runs leftwards, the next is there.
  data.CursorPos = byte_in_field(text, carets_.neighbour(ui_.field.caret, -by));
  data.SelectionStart = data.SelectionEnd = data.CursorPos;
}

void ShapedField::take_caret(ImGuiInputTextCallbackData& data) {
  place(data);
  is_active_ = true;
  caret_ = ui_.field.caret = byte_in_text(data, data.CursorPos);
  from_ = byte_in_text(data, std::min(data.SelectionStart, data.SelectionEnd));
  to_ = byte_in_text(data, std::max(data.SelectionStart, data.SelectionEnd));
}

void ShapedField::draw(const std::string& text) {
  const Theme& theme = ui_.theme;
  const LineCarets carets(text, theme.line_style(face_));
  const float width = text_size(theme, face_, text).x;
  const bool is_right = carets.is_leftwards();
  float left = is_right ? inner_.max.x - width : inner_.min.x;
  if (is_active_) {
    const float caret = left + static_cast<float>(carets.x(caret_));
    left += clamped(caret, inner_.min.x, inner_.max.x) - caret;
  }
  left = std::round(left);
  if (is_active_ || inner_.contains(ImGui::GetIO().MousePos)) ui_.field.left = left;
  ImDrawList* const list = imgui::list();
  list->PushClipRect(inner_.min, {inner_.max.x + 1, inner_.max.y}, true);
  const float height = theme.line_height(face_);
  const float top = std::round((inner_.min.y + inner_.max.y - height) / 2);
  if (is_active_ && from_ < to_) {
    for (const auto& [first, last] : carets.ranges(from_, to_)) {
      list->AddRectFilled({left + static_cast<float>(first), top},
                          {left + static_cast<float>(last), top + height},
                          ImGui::GetColorU32(ImGuiCol_TextSelectedBg));
    }
  }
  draw_text(theme, face_, {left, top}, theme.colors().text, text);
  if (is_active_ && from_ == to_) {
    const float x = left + static_cast<float>(carets.x(caret_)) + 0.5F;
    list->AddLine({x, top}, {x, top + height}, theme.colors().text);
  }
  list->PopClipRect();
}

}  // namespace attn::ui
