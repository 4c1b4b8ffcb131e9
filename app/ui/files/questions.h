#pragma once

#include <string_view>

#include "app/session/files/files.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Keyboard focus of a question over the window.
class QuestionFocus {
 public:
  /// Puts the focus on the button `first` of a question that opens, and takes it from one that was
  /// closed. Returns `is_open`.
  bool follow(Ui& ui, bool is_open, std::string_view first);

 private:
  bool was_open_ = false;
};

/// Dialog before saving over a file that another program or window changed. Tab moves, Enter
/// chooses, Esc cancels.
class SaveQuestion {
 public:
  /// Takes the keyboard while shown.
  void take_keys(Keyboard& keys, FileAccess access);
  /// Returns whether to save under another name.
  bool draw(Ui& ui, FileAccess access, const Box& room);

 private:
  QuestionFocus focus_;
};

}  // namespace attn::ui
