#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/files/folder_listing.h"
#include "app/session/files/files.h"
#include "app/ui/toolkit/line_edit.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// File dialog over the view: opens scenes, lessons, tasks, pictures and folders, or saves a scene.
/// Keyboard: arrows move, Enter opens, Left or Backspace goes to the parent folder, typing filters
/// the list (or is the name to save as), Esc closes. A click marks and a double click opens.
class FileBrowser {
 public:
  /// Opens a scene or lesson.
  void open_any(const Workspace& workspace) { start(Purpose::kOpen, workspace); }
  /// Opens a lesson or a folder of lessons.
  void open_lesson(const Workspace& workspace) { start(Purpose::kOpenLesson, workspace); }
  /// Opens a task for networks; take_task() returns it.
  void open_task(const Workspace& workspace) { start(Purpose::kOpenTask, workspace); }
  /// Opens a file of tokens, in the folder of `beside`; take_tokens() returns it.
  void open_tokens(const Workspace& workspace, const std::string& beside) {
    start(Purpose::kOpenTokens, workspace, beside);
  }
  /// Opens a PNG file; take_picture() returns it.
  void open_picture(const Workspace& workspace) { start(Purpose::kOpenPicture, workspace); }
  void save_scene(const Workspace& workspace) { start(Purpose::kSave, workspace); }
  bool is_open() const { return is_open_; }
  /// File of the chosen task, once.
  std::optional<std::string> take_task() { return take_chosen(Purpose::kOpenTask); }
  /// Chosen file of tokens, once.
  std::optional<std::string> take_tokens() { return take_chosen(Purpose::kOpenTokens); }
  /// File of the chosen picture, once.
  std::optional<std::string> take_picture() { return take_chosen(Purpose::kOpenPicture); }

  /// Takes the keyboard while open.
  void take_keys(Keyboard& keys, FileAccess access);
  void draw(Ui& ui, FileAccess access, const Box& room);

 private:
  enum class Purpose { kOpen, kOpenLesson, kOpenTask, kOpenTokens, kOpenPicture, kSave };

  /// True if a chosen file is for the caller, not opened here.
  bool is_for_caller() const {
    return purpose_ == Purpose::kOpenTask || purpose_ == Purpose::kOpenTokens ||
           purpose_ == Purpose::kOpenPicture;
  }
  std::optional<std::string> take_chosen(Purpose purpose) {
    return purpose_ == purpose ? std::exchange(chosen_, std::nullopt) : std::nullopt;
  }

  /// Begins in the folder of `beside`; empty: of the open scene.
  void start(Purpose purpose, const Workspace& workspace, const std::string& beside = "");
  /// Shows the folder and marks the entry `from` if present. Lists it in the background: a drive
  /// that does not answer holds up no frame.
  void enter(std::string folder, const std::string& from = "");
  /// Shows the entries of the folder if it is listed within `patience`.
  void take_listing(std::chrono::milliseconds patience = {});
  void enter_parent();
  bool opens() const { return purpose_ != Purpose::kSave; }
  void follow_typing();
  bool take(const KeyEvent& event, FileAccess access);
  bool take_as_filter(const KeyEvent& event);
  void accept(FileAccess access);
  void accept_entry(const FolderEntry& entry, FileAccess access);
  void save_to(std::string path, FileAccess access);
  void draw_field(Ui& ui, Pen& pen);
  void draw_foot(Ui& ui, FileAccess access, const Box& foot);
  void draw_lines(Ui& ui, FileAccess access, const Box& box);

  bool is_open_ = false;
  Purpose purpose_ = Purpose::kOpen;
  FolderListing listing_;
  std::future<FolderListing> listed_;  // valid until its entries are shown
  std::string from_;                   // entry to mark then
  std::vector<FolderEntry> shown_;     // filtered entries, and the parent folder
  LineList lines_;
  LineEdit typed_;                     // filter, or name to save as
  std::string warning_;                // error message until something is typed
  std::string confirmed_;              // file whose replacement Enter confirms
  std::optional<std::string> chosen_;  // file that is handed to the caller, once
};

}  // namespace attn::ui
