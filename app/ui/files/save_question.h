#pragma once

#include "app/session/workspace/file_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Over the view, while the scene's file holds what another program or window put there and it is
/// to be saved: asks what to do. Tab walks, Enter chooses, Esc leaves all as it is.
class SaveQuestion {
 public:
  /// While it is asked the keyboard is its own.
  void take_keys(Keyboard& keys, FileAccess access);
  /// Answers whether the scene is to be saved under another name.
  bool draw(Ui& ui, FileAccess access, const Box& room);

 private:
  bool was_open_ = false;
};

}  // namespace attn::ui
