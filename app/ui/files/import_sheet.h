#pragma once

#include "app/session/files/files.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Dialog before imported attention is opened: summary and choice of the layer. Left and Right
/// change the layer, Tab moves through the buttons; Enter opens, Esc cancels.
class ImportSheet {
 public:
  /// Takes the keyboard while shown.
  void take_keys(Keyboard& keys, FileAccess access);
  void draw(Ui& ui, FileAccess access, const Box& room);

 private:
  bool was_open_ = false;
};

}  // namespace attn::ui
