#pragma once

#include <cstddef>
#include <string>

#include "app/ui/toolkit/keyboard.h"

namespace attn::ui {

/// Line editor with a caret, ASCII by default. ImGui's text field gets the focus one frame after
/// the request and loses what is typed meanwhile, which matters in tables of numbers.
struct LineEdit {
  std::string text;
  std::size_t caret = 0;
  bool all_selected = false;
  bool any_script = false;  ///< also accepts non-ASCII characters

  void start(std::string shown);

  /// Handles an editing event: character, caret keys, copy and paste. Returns whether it did.
  bool take_key(const KeyEvent& event);

 private:
  void insert(const std::string& typed);
  std::size_t before_caret() const;
  std::size_t after_caret() const;
  void erase(std::size_t first, std::size_t last);
};

}  // namespace attn::ui
