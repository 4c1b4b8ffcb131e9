#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/files/folder_listing.h"
#include "app/session/workspace/file_access.h"
#include "app/ui/toolkit/line_edit.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// Scenes, lessons, tasks and folders, over the view, to open one or to save the scene as one. All
/// of it by keys: arrows walk, Enter opens, Left or Backspace goes to the folder above, typing
/// filters the list (or is the name to save as), Esc closes. By mouse a click marks and a double
/// click opens.
class FileBrowser {
 public:
  /// A scene or a lesson.
  void open_any(const Workspace& workspace) { start(Purpose::kOpen, workspace); }
  /// A lesson, or a folder's.
  void open_lesson(const Workspace& workspace) { start(Purpose::kOpenLesson, workspace); }
  /// A task for networks, which take_task() answers.
  void open_task(const Workspace& workspace) { start(Purpose::kOpenTask, workspace); }
  void save_scene(const Workspace& workspace) { start(Purpose::kSave, workspace); }
  bool is_open() const { return is_open_; }
  /// The file of the task that was chosen, once.
  std::optional<std::string> take_task() { return std::exchange(task_, std::nullopt); }

  /// While it is open the keyboard is its own.
  void take_keys(Keyboard& keys, FileAccess access);
  void draw(Ui& ui, FileAccess access, const Box& room);

 private:
  enum class Purpose { kOpen, kOpenLesson, kOpenTask, kSave };

  void start(Purpose purpose, const Workspace& workspace);
  /// Shows the folder, with the line of `from` marked where it has one.
  void enter(const std::string& folder, const std::string& from = "");
  void enter_parent();
  bool opens() const { return purpose_ != Purpose::kSave; }
  void follow_typing();
  bool take(const KeyEvent& event, FileAccess access);
  bool take_as_filter(const KeyEvent& event);
  void accept(FileAccess access);
  void accept_path(const std::string& path, FileAccess access);
  void save_to(std::string path, FileAccess access);
  void draw_field(Ui& ui, Pen& pen);
  void draw_foot(Ui& ui, FileAccess access, const Box& foot);
  void draw_lines(Ui& ui, FileAccess access, const Box& box);

  bool is_open_ = false;
  Purpose purpose_ = Purpose::kOpen;
  FolderListing listing_;
  std::vector<FolderEntry> shown_;  // those that the filter leaves, and the way up
  LineList lines_;
  LineEdit typed_;         // the filter, or the name to save as
  std::string warning_;    // in words, until something else is typed
  std::string confirmed_;  // Enter again replaces this file
  std::optional<std::string> task_;
};

}  // namespace attn::ui
