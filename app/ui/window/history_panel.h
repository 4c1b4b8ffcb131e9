#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// The steps of the history, over the view. A click on one, or the arrow keys and Enter, walk to
/// it.
class HistoryPanel {
 public:
  /// Opens it, or closes it where it is open.
  void toggle(const Workspace& workspace);
  bool is_open() const { return is_open_; }

  /// While it is open the keyboard is its own, but for what undoes and redoes.
  void take_keys(Keyboard& keys, Workspace& workspace);
  void draw(Ui& ui, Workspace& workspace, const Box& room);

 private:
  bool take(const KeyEvent& event, Workspace& workspace);

  bool is_open_ = false;
  LineList lines_;
  std::size_t position_ = 0;  ///< of the document, when it was drawn last
};

}  // namespace attn::ui
