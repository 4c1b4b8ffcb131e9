#pragma once

#include <cstddef>
#include <string>

#include "app/ui/toolkit/keyboard.h"

namespace attn::ui {

/// A short line that is typed, of ASCII at first, with its caret. ImGui's text field gets the
/// keyboard only in the frame after it was asked for, and what is typed meanwhile is lost: in a
/// table, where numbers are typed one after another, that is not good enough.
struct LineEdit {
  std::string text;
  std::size_t caret = 0;
  bool all_selected = false;
  bool any_script = false;  ///< takes what is not ASCII too

  void start(std::string shown);

  /// Whether the event is one of editing: a character, the caret's keys, copy and paste.
  bool take(const KeyEvent& event);

 private:
  void insert(const std::string& typed);
  std::size_t before_caret() const;
  std::size_t after_caret() const;
  void erase(std::size_t first, std::size_t last);
};

}  // namespace attn::ui
