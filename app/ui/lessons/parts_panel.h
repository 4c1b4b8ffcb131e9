#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// What a class sees of the window: a list of its parts and views, each to be hidden and shown.
/// It holds for all that is opened in the window, and is saved in the `view` of scenes.
class PartsPanel {
 public:
  void toggle() { is_open_ = !is_open_; }
  bool is_open() const { return is_open_; }

  /// While it is open arrows walk, Enter and Space hide and show, Escape closes.
  void take_keys(Keyboard& keys, Workspace& workspace);
  void draw(Ui& ui, Workspace& workspace, const Box& room);

 private:
  bool take(const KeyEvent& event, Workspace& workspace);

  bool is_open_ = false;
  LineList lines_;
};

}  // namespace attn::ui
