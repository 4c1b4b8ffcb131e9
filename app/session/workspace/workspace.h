#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/files/file_stamp.h"
#include "app/document/history/document.h"
#include "app/session/evaluation/latest_evaluation.h"
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

/// Message of the window, and complaint of a control.
class Notices {
 public:
  /// Message to the user; stays on the screen until it is read or closed by a click.
  const std::string& message() const { return message_; }
  void tell(std::string message) {
    message_ = std::move(message);
    ++told_;
  }
  /// Number of calls of tell().
  std::size_t told() const { return told_; }
  void forget_message() { message_.clear(); }

  /// Shows an error of the control `field`, until the next edit.
  void complain(std::string_view field, std::string text) {
    field_ = field;
    complaint_ = std::move(text);
  }
  const std::string* complaint(std::string_view field) const {
    return !field_.empty() && field_ == field ? &complaint_ : nullptr;
  }
  void forget_complaint() { field_.clear(); }

 private:
  std::string message_, field_, complaint_;
  std::size_t told_ = 0;
};

/// Time to notice and read a message, at four short words a second.
inline double seconds_to_read(const std::string& message) {
  return 5 + 0.06 * static_cast<double>(message.size());
}

/// A document with its file, and how it is shown.
struct OpenDocument {
  Document document;
  KnownFile file{};  ///< its path is empty if there is none
  ViewState view{};
  bool is_lesson = false;
};

/// The open document, its latest evaluation, and how it is shown. Views get an Access to it.
class Workspace {
 public:
  /// Begins with an untitled scene. Long evaluations run in the background, and `wake` is called on
  /// another thread when catch_up() has a result; without `wake`, all calls block. `backends` make
  /// the evaluations, and outlive it; null: others do.
  Workspace(std::function<void()> wake, BackgroundEvaluation::Evaluate evaluate,
            const Backends* backends);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  using Opened = std::function<void(Document)>;
  using NotOpened = std::function<void(const Problem&)>;
  /// Calls `opened` with a document of `scene`, to be shown, once it is evaluated: see opening().
  /// Throws SceneError if it cannot be, or calls `not_opened` if that is known later.
  void open(Scene scene, Opened opened, NotOpened not_opened);
  /// Scene that will be open once it is evaluated.
  const Scene* opening() const { return opening_ ? &opening_->scene : nullptr; }
  /// Shows `next`. Returns what was shown.
  OpenDocument show(OpenDocument next);
  /// Likewise a document of a lesson's scene, instead of opening().
  OpenDocument show_lesson(Scene scene);

  /// Collects results from the background. Call it at the start of each frame.
  void catch_up();
  /// Temperature for drawing the shown scores: the scene's, if the shown evaluation differs only in
  /// the temperature (scores do not depend on it), else the shown evaluation's.
  float newest_temperature() const;
  /// Returns whether the shown evaluation has the same tokens, heads and widths as the scene, so
  /// that pointed cells exist.
  bool is_like_shown() const;

  const Scene& scene() const { return document_.scene(); }
  const Document& document() const { return document_; }
  const KnownFile& file() const { return file_; }
  bool is_lesson() const { return is_lesson_; }
  /// Changes with each change of the scene, except its view.
  std::size_t change_number() const { return change_number_; }
  /// The shown evaluation: may belong to an earlier scene, which it contains.
  const Evaluation& evaluation() const { return *evaluated_; }
  /// The evaluation that the picture, the row and the explanation show: A, if one is kept and
  /// chosen, else evaluation().
  std::shared_ptr<const Evaluation> looked_at() const;
  /// "A: " or "B: " for numbers of looked_at() while A is kept; else empty.
  std::string_view looked_at_name() const;
  /// evaluation(), with its number and its progress.
  const LatestEvaluation& evaluated() const { return evaluated_; }
  /// Returns whether all numbers of the shown evaluation are loaded; otherwise numbers of pairs are
  /// loaded on demand: see needed_numbers().
  bool has_all_numbers() const { return partly_read(evaluated_.shared()) == nullptr; }

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

  /// Scene with the current view state, as it would be saved.
  Scene scene_with_view() const { return look.with_view(scene(), look.view); }
  /// That scene was saved to `file`, the document's file from now on.
  void mark_saved(KnownFile file);
  /// Marks the document as changed: its view is work too. Not in a lesson, whose scenes are never
  /// saved.
  void mark_unsaved() {
    if (!is_lesson_) document_.mark_unsaved();
  }

  Look look;        ///< how it is shown; views may change it freely
  Notices notices;  ///< likewise

  /// Returns whether the view locks any of `parts`, so that edits of them are refused.
  bool locks(std::initializer_list<std::string_view> parts) const;
  /// Message of a locked control.
  std::string_view locked_words() const;
  /// Clears the message about a lock.
  void forget_refusal();

  /// Shown cell: under the mouse or selected by keys, else the pinned one.
  std::optional<Cell> shown() const;
  /// The pinned cell, if the scene has it: it reappears when a deleted word is typed again.
  std::optional<Cell> pinned() const;
  /// Cell whose numbers the panels show: shown(), or the previous one while its numbers are loaded.
  std::optional<Cell> explained() const;
  /// Selected head, clamped to the heads of the scene and of the shown evaluation.
  Index head() const;
  /// Numbers that the window shows, including those `drawn` by the view.
  gl::NumbersNeeded needed_numbers(const DrawnNumbers& drawn) const;
  /// Device that may hold numbers; null if all are in the evaluation.
  const gl::Device* device() const;

 private:
  struct Opening {
    Scene scene;
    Opened opened;
    NotOpened not_opened;
  };
  struct Edit {
    std::string field, label, merge_key;
  };
  Document document_of(Scene scene);
  std::optional<Problem> check_edited(const Scene& scene);
  std::optional<Problem> take_answer(LatestEvaluation::Patience patience);
  const gl::PartlyRead* partly_read(const std::shared_ptr<const Evaluation>& evaluation) const;
  bool lacks_numbers(const std::shared_ptr<const Evaluation>& made) const;
  void follow_document();
  void keep_strongest();
  void settle_selection();
  bool is_shown(Cell cell) const;
  bool is_locked(const Scene& before, const Scene& after) const;

  std::size_t change_number_ = 0;
  mutable std::optional<Cell> explained_;  ///< last result of explained()
  std::optional<Opening> opening_;
  Edit latest_;
  Document document_;
  KnownFile file_;
  bool is_lesson_ = false;
  const Backends* backends_;
  LatestEvaluation evaluated_;
};

}  // namespace attn
