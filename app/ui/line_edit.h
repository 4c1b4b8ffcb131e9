#pragma once

#include <cstddef>
#include <string>

#include "app/ui/keyboard.h"

namespace attn::ui {

/// A short line of ASCII that is typed, with its caret. ImGui's text field gets the keyboard only
/// in the frame after it was asked for, and what is typed meanwhile is lost: in a table, where
/// numbers are typed one after another, that is not good enough.
struct LineEdit {
  std::string text;
  std::size_t caret = 0;
  bool all_selected = false;

  void start(std::string shown);

  /// Whether the event is one of editing: a character, the caret's keys, copy and paste.
  bool take(const KeyEvent& event);

 private:
  void insert(const std::string& typed);
  void erase(std::size_t first, std::size_t last);
};

}  // namespace attn::ui
