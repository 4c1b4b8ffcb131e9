#pragma once

#include <string>

#include "app/paint/text_bitmap.h"
#include "app/ui/toolkit/ui.h"

struct ImGuiInputTextCallbackData;

namespace attn::ui {

/// Text of a field in a script that ImGui cannot set: shaped, from its own side, with caret and
/// selection. ImGui keeps the text and the keyboard; what it draws itself must be transparent.
class ShapedField {
 public:
  /// `inner`: box of the field without its padding. Lives for one frame.
  ShapedField(Ui& ui, Face face, const Box& inner, const std::string& text);

  /// Call from ImGui's callback in each frame of an active field: a press or drag of the mouse
  /// places the caret between the shaped letters, and ← and → move it to that side.
  void take_caret(ImGuiInputTextCallbackData& data);
  /// Draws `text`, as it is after this frame's keys.
  void draw(const std::string& text);

 private:
  std::size_t byte_at(float x) const;
  void place(ImGuiInputTextCallbackData& data) const;

  Ui& ui_;
  Face face_;
  Box inner_;
  LineCarets carets_;
  bool is_active_ = false;
  // In bytes of the text.
  std::size_t caret_ = 0, from_ = 0, to_ = 0;
};

}  // namespace attn::ui
