#pragma once

#include "app/session/workspace/file_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Over the view, while attention from elsewhere waits to be opened: what was understood of it, and
/// which of its layers. Left and Right walk the layers, Tab the buttons; Enter opens, Esc leaves
/// all as it is.
class ImportSheet {
 public:
  /// While it is shown the keyboard is its own.
  void take_keys(Keyboard& keys, FileAccess access);
  void draw(Ui& ui, FileAccess access, const Box& room);

 private:
  bool was_open_ = false;
};

}  // namespace attn::ui
