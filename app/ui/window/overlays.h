#pragma once

#include <string>
#include <vector>

#include "app/ui/files/export_dialog.h"
#include "app/ui/files/file_browser.h"
#include "app/ui/files/save_question.h"
#include "app/ui/lessons/parts_panel.h"
#include "app/ui/panels/history_panel.h"
#include "app/ui/window/key_help.h"

namespace attn::ui {

/// The panels that are opened on top of the others.
struct Overlays {
  HistoryPanel history;
  FileBrowser browser;
  ExportDialog exporter;
  PartsPanel parts;
  SaveQuestion question;
  bool keys = false;                ///< the list of all keys
  std::vector<std::string> recent;  ///< what the menu of recent files shows while it is open

  /// What is typed goes to the open one first.
  void take_keys(Keyboard& keys, Session& session) {
    question.take_keys(keys, session);
    browser.take_keys(keys, session);
    history.take_keys(keys, session);
    parts.take_keys(keys, session);
  }
  void draw(Ui& ui, Session& session, const Box& room) {
    history.draw(ui, session, room);
    browser.draw(ui, session, room);
    parts.draw(ui, session, room);
    if (question.draw(ui, session, room)) browser.save_scene(session);
  }
  /// Saves the scene to its file; one that has none yet is asked for.
  void save(Session& session) {
    if (session.path().empty()) return browser.save_scene(session);
    session.save();
  }
  void draw_over_all(Ui& ui, const Box& window) { key_help(ui, window, keys); }
};

}  // namespace attn::ui
