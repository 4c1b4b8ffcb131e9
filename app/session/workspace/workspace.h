#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/history/document.h"
#include "app/document/recovery/autosave.h"
#include "app/document/recovery/left_work.h"
#include "app/session/evaluation/latest_evaluation.h"
#include "app/session/workspace/collected_figure.h"
#include "app/session/workspace/import_offer.h"
#include "app/session/workspace/lesson_opening.h"
#include "app/session/workspace/lesson_session.h"
#include "app/session/workspace/look.h"
#include "app/session/workspace/notices.h"
#include "engine/attention/evaluation.h"

namespace attn::gl {
class Device;
struct NumbersNeeded;
struct PartlyRead;
}  // namespace attn::gl

namespace attn {

class Backends;
struct DrawnNumbers;

/// Work of earlier runs that ended before it was saved.
struct OfferedWork {
  std::optional<Recovered> work;  ///< offered until the user decides
  std::size_t more = 0;           ///< number of further works
  bool all_are_declined = false;
};

/// Content of the window: the document, its latest evaluation, and how it is shown. The window
/// controls it; views get an Access to it.
class Workspace {
 public:
  /// Throws SceneError if `scene` cannot be evaluated. `file` is empty for an example. Long
  /// evaluations run in the background, and `wake` is called on another thread when catch_up() has
  /// a result; without `wake`, all calls block.
  Workspace(Scene scene, KnownFile file, std::function<void()> wake = {},
            BackgroundEvaluation::Evaluate evaluate = fastest_evaluation());
  /// Likewise, by `backends`, which must outlive it.
  Workspace(Scene scene, KnownFile file, std::function<void()> wake, Backends& backends);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Replaces the open scene, with a new undo history. Unsaved changes are kept: see left_work().
  /// Throws SceneError if the scene cannot be evaluated; then the open one stays. It also stays
  /// until a large scene is evaluated: see opening().
  void open(Scene scene, KnownFile file);
  /// Scene that will be open once it is evaluated.
  const Scene* opening() const { return opening_ ? &opening_->scene : nullptr; }

  /// Collects results from the background. Call it at the start of each frame.
  void catch_up();
  bool can_catch_up() const {
    return evaluated_.has_answer() || lesson_opening_.has_answer() ||
           (imported_ && imported_->can_follow());
  }
  /// Temperature for drawing the shown scores: the scene's, if the shown evaluation differs only in
  /// the temperature (scores do not depend on it), else the shown evaluation's.
  float newest_temperature() const;
  /// Returns whether the shown evaluation has the same tokens, heads and widths as the scene, so
  /// that pointed cells exist.
  bool is_like_shown() const;

  const Scene& scene() const { return document_.scene(); }
  const Document& document() const { return document_; }
  /// Changes with each change of the scene, except its view.
  std::size_t change_number() const { return change_number_; }
  /// Differs for each opened document; the number of a document kept aside for a lesson is
  /// unchanged.
  std::size_t document_number() const { return document_number_; }
  /// The shown evaluation: may belong to an earlier scene, which it contains.
  const Evaluation& evaluation() const { return *evaluated_; }
  /// Likewise, with its number and its progress.
  const LatestEvaluation& evaluated() const { return evaluated_; }
  /// Returns whether all its numbers are loaded; otherwise numbers of pairs are loaded on demand:
  /// see needed_numbers().
  bool has_all_numbers() const { return partly_read(evaluated_.shared()) == nullptr; }
  /// The document's file; its path is empty if there is none.
  const KnownFile& file() const { return file_; }

  /// Document::edit followed by an evaluation. A refused edit, also one that the view locks,
  /// becomes the complaint of the control `field`; if the evaluation fails later, the scene returns
  /// to the latest that could be evaluated.
  void edit(std::string_view field, std::string_view label, std::string_view merge_key,
            const std::function<void(Scene&)>& change);
  /// Evaluates the scene again, after a change of the backend.
  void evaluate_again();
  void end_gesture() { document_.end_gesture(); }
  /// If they would change a locked part, the message says so.
  void undo();
  void redo();
  void go_to(std::size_t step);

  const OfferedWork& offered() const { return offered_; }
  /// Replaces the offered work by `work`.
  void offer(OfferedWork work) { offered_ = std::move(work); }
  /// Withdraws the offer; with `and_all`, also further works.
  void decline_offered(bool and_all);
  /// Opens the offered work, as unsaved changes.
  void open_recovered();

  void open_new();

  /// Import that waits for confirmation; null: none.
  ImportOffer* import_offer() { return import_offer_.get(); }
  /// Analyses the file at `path`, for confirmation. Problems are reported.
  void offer_import(const std::string& path);
  /// Opens it; with several matrices, it stays as imported().
  void accept_import();
  void decline_import() { import_offer_.reset(); }
  /// Imported attention that stays open next to its scene, until another scene is opened; null:
  /// none.
  ImportedAttention* imported() { return imported_.get(); }
  const ImportedAttention* imported() const { return imported_.get(); }
  /// Opens the scene of a head, and of its layer's other heads if they fit; the view stays.
  void open_imported(ImportedHead place);

  /// The unfinished figure with several panels.
  CollectedFigure& figure() { return figure_; }
  const CollectedFigure& figure() const { return figure_; }
  /// Adds a panel to it, as shown now and with the wish's settings: of its evaluation, or if null
  /// of the present scene. Reports the result.
  void add_to_figure(const Look::ExportWish& wish);
  /// Opens the figure in the file at `path`. Returns false if it cannot: the message says why, and
  /// the present one stays.
  bool open_figure(const std::string& path);

  /// The open lesson; null: none. lesson_course.h controls it.
  const LessonSession* lesson() const { return lesson_.get(); }
  LessonSession* lesson() { return lesson_.get(); }
  /// Opens the lesson's first scene: the open one is kept aside with its history, and is the work
  /// stored for a crash. Whatever is opened later replaces both.
  void begin_lesson(std::unique_ptr<LessonSession> lesson);
  /// Restores the scene kept aside.
  void end_lesson();
  /// Lessons dropped onto the window.
  const LessonShelf& lesson_shelf() const { return lesson_shelf_; }
  /// Reads one, to open at `step`, as LessonOpening::open() does.
  void read_lesson(ShelvedLesson lesson, std::size_t step);
  void read_lesson_at(std::string path, std::size_t step);
  double seconds_reading_lesson() const { return lesson_opening_.seconds_busy(); }
  /// Returns it once, after it was read; its shelf is lesson_shelf() from then on.
  std::optional<OpenedLesson> take_read_lesson();

  /// The user's own work: the one kept aside, else the open one.
  const Document& own_document() const { return aside_ ? aside_->document : document_; }
  const KnownFile& own_file() const { return aside_ ? aside_->file : file_; }
  Scene own_scene_with_view() const;

  /// Opens the scene in the file at `path`. Returns false if it cannot: the message says why, the
  /// open one stays, and the file is removed from the recent ones.
  bool open_file(const std::string& path);
  /// Opens the scene in a code (scene_code.h), without a file.
  void open_code(std::string_view code);

  /// Unsaved work that was replaced by another scene; bring_back reopens item n, with its history.
  const LeftWork& left_work() const { return left_work_; }
  void bring_back(std::size_t n);
  /// Brought back work is stored elsewhere now.
  void forget_brought_back() { left_work_.forget_taken(); }

  /// Adds the open file to the list of recent files.
  void note_recent() const;

  /// Scene with the present view state, as it would be saved.
  Scene scene_with_view() const;

  /// Writes the scene with its view to `path`, which becomes its file. Reports in a message.
  /// Returns false if writing failed; or if its own file was changed by another program or window:
  /// then finds_newer() asks the user.
  bool save_as(const std::string& to);
  /// Saves to its own path, which it must have.
  void save() { save_as(file_.path); }
  /// Saves in any case.
  bool save_anyway() { return write_to(std::string(file_.path)); }
  /// Reopens its own file. Unsaved changes are in left_work().
  void reload();
  /// Returns whether its file has changed since it was read or saved, and the user must decide.
  bool finds_newer() const { return finds_newer_; }
  void forget_newer() { finds_newer_ = false; }

  Look look;        ///< how it is shown; views may change it freely
  Notices notices;  ///< likewise
  /// Marks the document as changed: its view is work too. Not in a lesson, whose scenes are never
  /// saved.
  void mark_unsaved() {
    if (!aside_) document_.mark_unsaved();
  }

  /// Hides the part from the class, or shows it, also if the view hid it. Not if a lesson withholds
  /// it.
  void hide_or_show(const std::string& part);
  /// Hides those parts from the class, and shows all others, also those hidden by the open scene's
  /// view.
  void hide_from_class(std::set<std::string> parts);
  /// Likewise at program start: the view's own parts stay hidden.
  void know_hidden(std::set<std::string> parts);
  /// Returns whether the part shows the answer to a lesson's question.
  bool withholds(const std::string& part) const;

  /// Returns whether the view locks any of `parts`: an edit of them is refused.
  bool locks(std::initializer_list<std::string_view> parts) const;
  /// Message of a locked control.
  std::string_view locked_words() const;
  /// Clears the message about a lock.
  void forget_refusal();

  /// Shown cell: under the mouse or selected by keys, else the pinned one.
  std::optional<Cell> shown() const;
  /// Selected head, clamped to the heads of the scene and of the shown evaluation.
  Index head() const;
  /// Numbers that the window shows, including those `drawn` by the view.
  gl::NumbersNeeded needed_numbers(const DrawnNumbers& drawn) const;
  /// Available backends, if there are several; else null.
  const Backends* backends() const { return backends_; }
  Backends* backends() { return backends_; }
  /// Device that may hold numbers; null if all are in the evaluation.
  const gl::Device* device() const;
  gl::Device* device();
  /// Cell whose numbers the panels show: shown(), or the previous one while its numbers are loaded.
  std::optional<Cell> explained() const;
  /// The pinned cell, if the scene has it: it reappears when a deleted word is typed again.
  std::optional<Cell> pinned() const;

 private:
  struct Opening {
    Scene scene;
    KnownFile file;
    bool is_unsaved = false, is_recent = false;
    std::string told{};  ///< message when it is open
    bool is_imported = false;
  };
  struct Edit {
    std::string field, label, merge_key;
  };
  void open(Opening opening);
  void open_head(ImportedHead place, ViewState view);
  void open_layer(Scene scene, Index head, ViewState view);
  bool open_file(const std::string& path, std::string told);
  void set_aside(Scene scene);
  void leave_document();
  void begin_document(Document document, KnownFile file);
  void begin_looking();
  void restore();
  std::optional<Problem> check_edited(const Scene& scene);
  std::optional<Problem> take_answer(LatestEvaluation::Patience patience);
  const gl::PartlyRead* partly_read(const std::shared_ptr<const Evaluation>& evaluation) const;
  bool lacks_numbers(const std::shared_ptr<const Evaluation>& made) const;
  void open_evaluated();
  void follow_document();
  void keep_strongest();
  void settle_selection();
  bool is_shown(Cell cell) const;
  bool is_locked(const Scene& before, const Scene& after) const;
  bool write_to(const std::string& path);
  static void forget_recent(const std::string& path);

  struct Aside {
    Document document;
    KnownFile file;
    ViewState view;
  };

  std::size_t change_number_ = 0, document_number_ = 0;
  mutable std::optional<Cell> explained_;  ///< last result of explained()
  std::optional<Opening> opening_;
  Edit latest_;
  Document document_;
  KnownFile file_;
  std::optional<Aside> aside_;
  LeftWork left_work_;
  bool finds_newer_ = false;
  OfferedWork offered_;
  std::unique_ptr<ImportOffer> import_offer_;
  std::function<void()> wake_;
  std::unique_ptr<ImportedAttention> imported_;
  CollectedFigure figure_;
  std::unique_ptr<LessonSession> lesson_;
  LessonShelf lesson_shelf_;
  LessonOpening lesson_opening_;
  Backends* backends_ = nullptr;
  LatestEvaluation evaluated_;
};

}  // namespace attn
