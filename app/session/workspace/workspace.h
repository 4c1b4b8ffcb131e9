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
#include "engine/attention/evaluation.h"

namespace attn::gl {
class Device;
struct NumbersNeeded;
struct PartlyRead;
}  // namespace attn::gl

namespace attn {

class Backends;
struct DrawnNumbers;

/// Work of earlier runs, which were ended before it was saved.
struct OfferedWork {
  std::optional<Recovered> work;  ///< offered until it is decided
  std::size_t more = 0;           ///< so much comes after that
  bool all_are_declined = false;
};

/// What is open in the window: the document, its latest evaluation, and what is looked at. The
/// window commands it; views are handed an Access to it.
class Workspace {
 public:
  /// Throws SceneError where `scene` can't be evaluated. `file` is empty for an example. What takes
  /// longer than a frame has time for is evaluated beside it, and `wake` called on another thread
  /// when it can be taken by catch_up(); without `wake`, all calls wait.
  Workspace(Scene scene, KnownFile file, std::function<void()> wake = {},
            BackgroundEvaluation::Evaluate evaluate = fastest_evaluation());
  /// The same by `backends`, which outlive it.
  Workspace(Scene scene, KnownFile file, std::function<void()> wake, Backends& backends);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Puts another scene in place of the one that is open, with a history of its own. Unsaved
  /// changes of the open one are not lost: see left_work(). Throws SceneError where it can't be
  /// evaluated, and then the open one stays. It also stays, unchanged, until a large one is
  /// evaluated: see opening().
  void open(Scene scene, KnownFile file);
  /// The scene that will be open when it is evaluated.
  const Scene* opening() const { return opening_ ? &opening_->scene : nullptr; }

  /// Takes what was evaluated beside the window. To be called at the start of each frame.
  void catch_up();
  bool can_catch_up() const {
    return evaluated_.has_answer() || lesson_opening_.has_answer() ||
           (imported_ && imported_->can_follow());
  }
  /// Whether what is shown is of an earlier scene than the present one; for how many seconds now.
  bool is_behind() const { return evaluated_.is_behind(); }
  double seconds_behind() const { return evaluated_.seconds_behind(); }
  /// How much of that is done, 0…1; nothing where that is not known.
  std::optional<double> part_caught_up() const { return evaluated_.part_done(); }
  /// The temperature to draw the shown scores with: the scene's, where the temperature is all that
  /// the shown evaluation lacks (scores don't depend on it), else the shown evaluation's.
  float newest_temperature() const;
  /// Whether what is shown has the same tokens, heads and widths as the scene, so that what is
  /// pointed at is there.
  bool is_like_shown() const;

  const Scene& scene() const { return document_.scene(); }
  const Document& document() const { return document_; }
  /// Another number after each change of the scene, its view aside.
  std::size_t change_number() const { return change_number_; }
  /// Another number for each document that is opened; that of one which waits for a lesson's end
  /// is not changed by the lesson.
  std::size_t document_number() const { return document_number_; }
  /// What is shown: where it takes time to make, that of an earlier scene, which it holds.
  const Evaluation& evaluation() const { return *evaluated_; }
  /// The same, to be kept: it stays as it is whatever is edited.
  std::shared_ptr<const Evaluation> shared_evaluation() const { return evaluated_.shared(); }
  /// Whether all its numbers are there; else those of pairs come when they are needed: see
  /// needed_numbers().
  bool has_all_numbers() const { return partly_read(evaluated_.shared()) == nullptr; }
  /// Another number for each evaluation: what is made from one can tell whether it is of the
  /// latest.
  std::size_t evaluation_number() const { return evaluated_.number(); }
  const std::string& path() const { return file_.path; }

  /// Document::edit with the evaluation brought up to date. What is refused, as is a change of what
  /// the view locks, is kept as the complaint of the control `field`, which shows it; where that
  /// turns out later, the scene goes back to the latest that could be evaluated.
  void edit(std::string_view field, std::string_view label, std::string_view merge_key,
            const std::function<void(Scene&)>& change);
  /// Evaluates the scene anew, as another backend does it now.
  void evaluate_again();
  void end_gesture() { document_.end_gesture(); }
  /// Where they would change what the view locks, message() says that they do not.
  void undo();
  void redo();
  void go_to(std::size_t step);

  const OfferedWork& offered() const { return offered_; }
  /// Puts `work` in place of what was offered.
  void offer(OfferedWork work) { offered_ = std::move(work); }
  /// It is not offered any more; with `and_all`, nor what comes after it.
  void decline_offered(bool and_all);
  /// Opens the work that is offered, as changes that are not saved yet.
  void open_recovered();

  void open_new();

  /// Attention from elsewhere that waits to be confirmed; null where none does.
  ImportOffer* import_offer() { return import_offer_.get(); }
  /// Understands the file at `path`, to be confirmed. What is wrong with it is told.
  void offer_import(const std::string& path);
  /// Opens it; where it has several matrices, it stays as imported().
  void accept_import();
  void decline_import() { import_offer_.reset(); }
  /// Attention from elsewhere that stays open beside its scene, until another scene is opened; null
  /// where none does.
  ImportedAttention* imported() { return imported_.get(); }
  const ImportedAttention* imported() const { return imported_.get(); }
  /// Opens the scene of a head, and of its layer's others where these fit; what is looked at stays.
  void open_imported(ImportedHead place);

  /// The figure of several views that is under way.
  CollectedFigure& figure() { return figure_; }
  const CollectedFigure& figure() const { return figure_; }
  /// One more panel of it, as it is looked at now and with what the wish sets: of its evaluation,
  /// or where that is null of the scene as it is. What came of it is told.
  void add_to_figure(const Look::ExportWish& wish);
  /// Opens the figure in the file at `path`, and what it is of is asked for. False where that can't
  /// be done: message() tells why, and the one under way stays.
  bool open_figure(const std::string& path);

  /// The one that is gone through; null where none is. lesson_course.h goes through it.
  const LessonSession* lesson() const { return lesson_.get(); }
  LessonSession* lesson() { return lesson_.get(); }
  /// Opens the scene that it begins with: the open one waits with its history, and is the work
  /// that is kept for a crash. Whatever is opened later takes its place, and the lesson's.
  void begin_lesson(std::unique_ptr<LessonSession> lesson);
  /// The scene that waits is open again as it was.
  void end_lesson();
  /// What was dropped onto the window.
  const LessonShelf& lesson_shelf() const { return lesson_shelf_; }
  /// Reads one, to be open at `step`, as LessonOpening::open() does.
  void read_lesson(ShelvedLesson lesson, std::size_t step);
  void read_lesson_at(std::string path, std::size_t step);
  double seconds_reading_lesson() const { return lesson_opening_.seconds_busy(); }
  /// Once, when it was read; its shelf is lesson_shelf() from then on.
  std::optional<OpenedLesson> take_read_lesson();

  /// The person's own work: what waits, else what is open.
  const Document& own_document() const { return aside_ ? aside_->document : document_; }
  const KnownFile& own_file() const { return aside_ ? aside_->file : file_; }
  Scene own_scene_with_view() const;

  /// Opens the scene in the file at `path`. False where that can't be done: message() tells why,
  /// the open one stays, and the file is no recent one any more.
  bool open_file(const std::string& path);
  /// The same of the scene in a code (scene_code.h), which has no file.
  void open_code(std::string_view code);

  /// Unsaved work that another scene took the place of; bring_back opens the n-th of it again, with
  /// its history.
  const LeftWork& left_work() const { return left_work_; }
  void bring_back(std::size_t n);
  /// What was brought back is kept by other means now.
  void forget_brought_back() { left_work_.forget_taken(); }

  /// Puts the open file into the list of recent files.
  void note_recent() const;

  /// A wrong input of the control `field`, in words, until the next edit.
  void complain(std::string_view field, std::string text);
  const std::string* complaint(std::string_view field) const;
  void forget_complaint() { complaint_field_.clear(); }

  /// The scene with what the window shows of it, as it would be saved.
  Scene scene_with_view() const;

  /// Writes the scene with its view to `path`, which is its own from then on. What happened is told
  /// in message(). False where it could not be written; and where it is its own already, but holds
  /// what another program or window put there: then finds_newer() asks what to do.
  bool save_as(const std::string& to);
  /// The same to its own path, which it must have.
  void save() { save_as(path()); }
  /// The same, whatever its own file holds.
  bool save_anyway() { return write_to(std::string(path())); }
  /// Opens what its own file holds now. Unsaved changes are in left_work().
  void reload();
  /// Whether its file is not as it was read or saved, and what to do is asked.
  bool finds_newer() const { return finds_newer_; }
  void forget_newer() { finds_newer_ = false; }

  /// In words, what happened: stays on the screen until it is clicked away.
  const std::string& message() const { return message_; }
  void tell(std::string message) { message_ = std::move(message); }
  void forget_message() { message_.clear(); }

  Look look;  ///< what is looked at of it, which views change as they like
  /// Keeps what is shown as A; where that can't be, message() says why.
  void keep_as_a();
  /// The document's scene is to be saved as though it were another: what the window shows of it is
  /// work too. Nothing in a lesson, whose scenes are never saved.
  void mark_unsaved() {
    if (!aside_) document_.mark_unsaved();
  }

  /// Takes it from the class, or gives it back, also where it was the view that hid it.
  /// Not where a lesson withholds it.
  void hide_or_show(const std::string& part);
  /// Hides those from the class, and shows all else: what the open scene's view hides, too.
  void hide_from_class(std::set<std::string> parts);
  /// The same where the program begins: the view's own are hidden, too.
  void know_hidden(std::set<std::string> parts);
  /// Whether the part shows what a lesson asks now.
  bool withholds(const std::string& part) const;

  /// Whether the view locks any of `parts`: an edit that would change one of them is refused.
  bool locks(std::initializer_list<std::string_view> parts) const;
  /// What a locked control answers.
  std::string_view locked_words() const;
  /// What was told of a lock is not true any more.
  void forget_refusal();

  /// The cell that the window speaks of: what the keys or the mouse are on, else the pinned one.
  std::optional<Cell> shown() const;
  /// The head that is looked at, of those that the scene and what is shown have.
  Index head() const;
  /// What the window shows as numbers, where the view has `drawn` some.
  gl::NumbersNeeded needed_numbers(const DrawnNumbers& drawn) const;
  /// That evaluate, where there is more than one; else null.
  const Backends* backends() const { return backends_; }
  Backends* backends() { return backends_; }
  /// Where numbers may have stayed; null where all are in the evaluation.
  const gl::Device* device() const;
  gl::Device* device();
  /// The cell whose numbers the panels show: shown(), or while those are being read the one before.
  std::optional<Cell> explained() const;
  /// The pinned cell, where the scene has it: it comes back with a word that is typed anew.
  std::optional<Cell> pinned() const;

 private:
  struct Opening {
    Scene scene;
    KnownFile file;
    bool is_unsaved = false, is_recent = false;
    std::string told{};  ///< when it is open
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
  mutable std::optional<Cell> explained_;  ///< what explained() answered last
  std::optional<Opening> opening_;
  Edit latest_;
  Document document_;
  KnownFile file_;
  std::optional<Aside> aside_;
  LeftWork left_work_;
  std::string complaint_field_, complaint_text_, message_;
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
