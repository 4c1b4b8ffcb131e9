#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What is drawn under a tab (app/session/words/view_kinds.h) in the middle of the window.
class View {
 public:
  View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  /// What a person does in it is proposed to the workspace.
  virtual void draw(Ui& ui, Access access, const Box& box) = 0;

  /// Another is shown from now on: lets go of evaluations, which can be large.
  virtual void rest() {}
};

}  // namespace attn::ui
