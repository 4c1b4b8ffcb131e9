#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/list_panel.h"

namespace attn::ui {

/// What a class sees of the window: a list of its parts and views, each to be hidden and shown.
/// It holds for all that is opened in the window, and is saved in the `view` of scenes.
class PartsPanel {
 public:
  void toggle() { list_.toggle(); }
  bool is_open() const { return list_.is_open(); }

  void take_keys(Keyboard& keys, Access access);
  void draw(Ui& ui, Access access, const Box& room);

 private:
  ListPanel list_{"parts", "What my class sees"};
};

}  // namespace attn::ui
