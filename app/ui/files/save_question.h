#pragma once

#include "app/session/files/files.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Dialog before saving over a file that another program or window changed. Tab moves, Enter
/// chooses, Esc cancels.
class SaveQuestion {
 public:
  /// Takes the keyboard while shown.
  void take_keys(Keyboard& keys, FileAccess access);
  /// Returns whether to save under another name.
  bool draw(Ui& ui, FileAccess access, const Box& room);

 private:
  bool was_open_ = false;
};

}  // namespace attn::ui
