#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/list_panel.h"

namespace attn::ui {

/// The steps of the history, over the view: the one that is chosen is walked to.
class HistoryPanel {
 public:
  /// Opens it, or closes it where it is open.
  void toggle(const Workspace& workspace);
  bool is_open() const { return list_.is_open(); }

  /// While it is open the keyboard is its own, but for what undoes and redoes.
  void take_keys(Keyboard& keys, Workspace& workspace);
  void draw(Ui& ui, Workspace& workspace, const Box& room);

 private:
  /// Marks the present step.
  void follow(const Document& document);

  ListPanel list_{"history", "History"};
  std::size_t position_ = 0;  ///< of the document, when it was drawn last
};

}  // namespace attn::ui
