#pragma once

#include "app/ui/history_panel.h"

namespace attn::ui {

/// The panels that are opened on top of the others.
struct Overlays {
  HistoryPanel history;

  /// What is typed goes to the open one first.
  void take_keys(Keyboard& keys, Session& session) { history.take_keys(keys, session); }
  void draw(Ui& ui, Session& session, const Box& room) { history.draw(ui, session, room); }
};

}  // namespace attn::ui
