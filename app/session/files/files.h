#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/edits/new_scene.h"
#include "app/document/files/change_poll.h"
#include "app/document/recovery/left_work.h"
#include "app/session/files/collected_figure.h"
#include "app/session/files/imports.h"
#include "app/session/lessons/lesson_course.h"
#include "app/session/received/inbox.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/workspace.h"

namespace attn {

/// Unsaved work of earlier runs of the program.
struct OfferedWork {
  std::optional<Recovered> work{};  ///< offered until the user decides
  std::size_t more = 0;             ///< number of further works
  bool all_are_declined = false;
};

/// Files of the workspace: opens documents in place of the open one, saves them, and keeps what was
/// not saved.
class Files {
 public:
  /// `wake` as in ImportedAttention.
  Files(Workspace& workspace, LessonCourse& course, const std::function<void()>& wake);

  Workspace& workspace() { return workspace_; }

  /// Opens a scene in place of the open one, with a new undo history; `file` is empty for an
  /// example. It ends a lesson. Unsaved changes are kept: see left_work(). Throws SceneError if the
  /// scene cannot be evaluated; then the open one stays. It also stays until a large scene is
  /// evaluated: see Workspace::opening().
  void open(Scene scene, const KnownFile& file) { open(std::move(scene), file, {}); }
  void open_new() { open(new_scene(), ""); }
  /// Opens the scene in the file at `path`. Returns false if it cannot: a message says why, the
  /// open one stays, and the file is removed from the recent ones.
  bool open_file(const std::string& path) { return open_file(path, ""); }
  /// Opens the scene in a code (scene_code.h), without a file.
  void open_code(std::string_view code);
  /// Opens `path`, dropped onto the window or chosen: a lesson at `step`, a folder of lessons, a
  /// trained model, attention from elsewhere of this choice, a figure, or a scene.
  void open_path(const std::string& path, std::size_t step = 0, const DumpChoice& choice = {});
  /// Calls `open`, which opens the file at `path`, in catch_up() when the file has answered: a
  /// drive that does not answer holds up no frame. At once without `wake`. A later call replaces
  /// it.
  void when_it_answers(const std::string& path, std::function<void()> open);
  /// Seconds since that call; 0: nothing is waited for.
  double seconds_waiting() const;
  bool has_answer() const { return asked_ && asked_->has_answered; }
  /// Call it at the start of each frame.
  void catch_up();
  /// Differs for each opened document; the number of a document set aside for a lesson is
  /// unchanged.
  std::size_t document_number() const { return document_number_; }

  /// Writes the scene with its view to `path`, which becomes its file. Reports in a message.
  /// Returns false if writing failed; or if its own file was changed by another program or window:
  /// then Look::finds_newer asks the user.
  bool save_as(const std::string& path);
  /// Saves to the document's path. Precondition: it has one.
  void save() { save_as(workspace_.file().path); }
  /// Saves in any case.
  bool save_anyway() { return write_to(std::string(workspace_.file().path)); }
  /// Reopens its own file. Unsaved changes are in left_work().
  void reload();
  /// Reads the open scene again if another program changed its file or one that it refers to, and
  /// reports that: the view stays, and a scene with unsaved changes stays, too. Likewise the
  /// figure. Call it about once a second. Returns whether another scene is opened.
  bool follow_files();
  /// Returns whether there are files to follow.
  bool can_follow_files();
  /// Adds the open file to the list of recent files.
  void note_recent() const;

  /// Puts the PNG file at `path`, which the user chose, behind the patches of the view.
  void choose_picture(const std::string& path);

  /// Unsaved work that was replaced by another scene; bring_back reopens item n, with its history.
  const LeftWork& left_work() const { return left_work_; }
  void bring_back(std::size_t n);
  /// Called after reopened work was stored by Autosave.
  void forget_brought_back() { left_work_.forget_taken(); }

  /// Opens the offered work, as unsaved changes.
  void open_recovered();

  /// Adds a panel to the figure, as shown now and with the wish's settings: of its evaluation, or
  /// if null of the present scene. Reports the result.
  void add_to_figure(const Look::ExportWish& wish);

  // Scenes that other programs send.

  struct Received {
    std::string name;
    std::shared_ptr<const Scene> scene;  ///< the newest
    std::size_t document = 0;            ///< number of the document that shows it
    bool is_told = false;                ///< that a changed scene was not replaced
  };
  /// Takes what arrives at the socket of this user's window from now on. Returns false if another
  /// window does, or without `wake`. Throws std::runtime_error.
  bool listen();
  bool has_received() const {
    return inbox_ && workspace_.opening() == nullptr && inbox_->has_arrived();
  }
  /// Takes what has arrived; call it at the start of each frame. A scene of a new name is opened,
  /// unless a lesson is open. A newer one of the open name replaces it, and the view stays, unless
  /// the user changed the scene. The others wait in received(). Returns whether the open scene was
  /// replaced by a newer one.
  bool receive();
  /// Received scenes, at most Inbox::kMostNames, in order of arrival.
  const std::vector<Received>& received() const { return received_; }
  void open_received(std::size_t n);

  OfferedWork offered{};
  CollectedFigure figure;  ///< the unfinished figure with several panels
  Imports imports;

 private:
  /// How a document opens.
  struct OpenOptions {
    bool is_unsaved = false, is_recent = false, is_imported = false;
    std::string told{};      ///< message to show when the scene is open
    std::string received{};  ///< name of the received scene that it is
  };
  void open(Scene scene, const KnownFile& file, const OpenOptions& how);
  bool is_shown(const Received& item) const;
  bool open_file(const std::string& path, std::string told);
  void open_figure(const std::string& path);
  void begin(Document document, KnownFile file);
  void leave(OpenDocument left);
  bool write_to(const std::string& path);
  bool follow_scene();
  void follow_figure();

  Workspace& workspace_;
  LessonCourse& course_;
  std::size_t document_number_ = 0;
  LeftWork left_work_;
  std::vector<Received> received_;
  ChangePoll scene_poll_, figure_poll_;
  /// Shared with the thread that waits for the file, which may outlive the window.
  struct AskedFile {
    const std::chrono::steady_clock::time_point asked_at = std::chrono::steady_clock::now();
    std::function<void()> open;
    std::atomic<bool> has_answered = false;
  };
  std::shared_ptr<AskedFile> asked_;
  std::function<void()> wake_;
  std::unique_ptr<Inbox> inbox_;
};

/// Access of the file dialogs for a frame: they can also open and save.
class FileAccess : public Access {
 public:
  FileAccess(Files& all) : Access(all.workspace()), files(all) {}

  Files& files;
};

}  // namespace attn
