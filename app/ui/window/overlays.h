#pragma once

#include <string>
#include <vector>

#include "app/session/files/session.h"
#include "app/ui/files/export_dialog.h"
#include "app/ui/files/figure_sheet.h"
#include "app/ui/files/file_browser.h"
#include "app/ui/files/import_sheet.h"
#include "app/ui/files/questions.h"
#include "app/ui/lessons/guide_sheet.h"
#include "app/ui/lessons/parts_panel.h"
#include "app/ui/toolkit/overlay.h"
#include "app/ui/window/key_help.h"

namespace attn::ui {

/// List of the undo history; choosing a step goes to it.
class HistoryPanel {
 public:
  /// Opens or closes the list.
  void toggle(const Workspace& workspace);
  bool is_open() const { return list_.is_open(); }

  /// Takes the keyboard while open, except undo and redo.
  void take_keys(Keyboard& keys, Workspace& workspace);
  void draw(Ui& ui, Workspace& workspace, const Box& room);

 private:
  /// Marks the current step.
  void follow(const Document& document);

  ListPanel list_{"history", "History"};
  std::size_t position_ = 0;  ///< the document's position at the last drawing
};

/// Field of the scene's title in the menu bar.
struct TitleEdit {
  bool is_open = false;
  bool was_active = false;  ///< it had the keyboard
  int frames = 0;           ///< without it

  void start() { *this = {.is_open = true}; }
};

/// Panels over the others.
struct Overlays {
  HistoryPanel history;
  FileBrowser browser;
  ExportDialog exporter;
  FigureSheet figure;
  PartsPanel parts;
  SaveQuestion question;
  ImportSheet import_sheet;
  GuideSheet guide;
  TitleEdit title;
  bool keys = false;                ///< list of all keyboard shortcuts
  std::vector<std::string> recent;  ///< snapshot of recent files while their menu is open

  /// Offers keyboard events to the open panel first.
  void take_keys(Keyboard& keys, Session& session) {
    guide.take_keys(keys);
    question.take_keys(keys, session.files);
    browser.take_keys(keys, session.files);
    history.take_keys(keys, session.workspace);
    parts.take_keys(keys, session.course);
  }
  /// Draws panels over `room`; the history over `beside`, so that the picture is seen.
  void draw(Ui& ui, Session& session, const Box& room) { draw(ui, session, room, room); }
  void draw(Ui& ui, Session& session, const Box& room, const Box& beside) {
    history.draw(ui, session.workspace, beside);
    browser.draw(ui, session.files, room);
    parts.draw(ui, session.course, room);
    if (question.draw(ui, session.files, room)) browser.save_scene(session.workspace);
  }
  /// Whether a modal panel is open.
  bool is_modal() const { return exporter.is_open() || figure.is_open() || import_sheet.is_open(); }
  /// Draws the sheet of an import that waits, and the choice of its tokens.
  void draw_import(Ui& ui, Session& session, const Box& window) {
    import_sheet.draw(ui, session.files, window, browser.is_open());
    const ImportOffer* const offer = session.files.imports.offer();
    if (import_sheet.take_wish_for_tokens() && offer != nullptr) {
      browser.open_tokens(session.workspace, offer->path());
      ui.wake_in(0);
    }
    if (const auto path = browser.take_tokens()) ImportSheet::take_tokens(session.files, *path);
  }
  /// Saves the scene to its file, or asks for one.
  void save(Session& session) {
    const Workspace& workspace = session.workspace;
    if (workspace.file().path.empty()) return browser.save_scene(workspace);
    session.files.save();
  }
  void draw_over_all(Ui& ui, const Box& window) {
    key_help(ui, window, keys);
    guide.draw(ui, window);
  }
};

}  // namespace attn::ui
