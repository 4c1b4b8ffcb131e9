#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/files/change_poll.h"
#include "app/document/lessons/lesson_play.h"
#include "app/document/view/view_state.h"
#include "app/session/lessons/lesson_opening.h"
#include "app/session/lessons/lesson_way.h"
#include "app/session/training/training_desk.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/workspace.h"

namespace attn {

/// Content of the left panel, if it has space for only one of these.
enum class LessonSide { kLesson, kInputs, kAttention };

/// State of the view of the current step, and of an unfinished answer.
struct LessonLook {
  bool shows_hint = false;           ///< requested by the user
  std::vector<std::size_t> order{};  ///< items of an order before it is answered
  float guess = 0.5F;                ///< number before it is answered, 0…1 of its range
  bool has_guess = false;
  std::optional<double> typed_guess{};  ///< as typed, finer than the knob
  bool shows_notes = false;
  LessonSide side = LessonSide::kLesson;
  int reveals_end = 0;           ///< frames for scrolling to the end of the text
  std::optional<Cell> marked{};  ///< cell that would be the answer, in the last frame
  bool is_fresh = true;          ///< the step's text was not drawn yet: scroll to the top
};

/// Lesson open in the window.
struct LessonSession {
  LessonSession(std::string name, SoundLesson lesson)
      : id(std::move(name)), play(std::move(lesson)) {}

  std::string id;
  LessonPlay play;
  std::size_t seen = 0;                      ///< last visited step
  bool shows_all = false;                    ///< all controls instead of the step's stage
  std::optional<LessonWay> way{};            ///< solution being played
  double way_began = 0;                      ///< in the window's seconds
  std::unique_ptr<TrainingDesk> training{};  ///< of the step's network; null: none
  /// Whether the step shows its network trained: nothing is to be done or predicted.
  bool trains_itself() const {
    return training && !play.step().prediction && play.step().goals.empty();
  }
  LessonLook look{};
  FileIdentity file{};  ///< state of the lesson's file when it was read
};

/// The lesson open in the workspace, if any: its steps, and the own document, which is kept aside
/// with its history meanwhile.
class LessonCourse {
 public:
  /// `wake` as in LessonOpening.
  LessonCourse(Workspace& workspace, const std::function<void()>& wake)
      : workspace_(workspace), opening_(wake), poll_(wake != nullptr) {}

  Workspace& workspace() { return workspace_; }
  /// The open lesson; null: none.
  const LessonSession* lesson() const { return lesson_.get(); }
  LessonSession* lesson() { return lesson_.get(); }

  /// Opens a lesson at `step` if the full check finds no problem. Problems are reported in a
  /// message. Reading and checking run in the background: follow_opening() then starts the lesson.
  void start(ShelvedLesson lesson, std::size_t step = 0);
  /// Likewise at `path`: a lesson, or a folder of them, which is then the shelf().
  void start_at(std::string path, std::size_t step);
  /// Starts the lesson that was read, or reports its problems. Call it at the start of each frame.
  void follow_opening();
  bool has_read() const { return opening_.has_answer(); }
  double seconds_reading() const { return opening_.seconds_busy(); }
  /// Lessons dropped onto the window.
  const LessonShelf& shelf() const { return shelf_; }
  /// Reloads the open lesson, and restarts its step, if its file has changed since it was read.
  /// Call it about once a second.
  void follow_file();

  /// Lesson after the open one: among the built-in ones, or in its folder.
  std::optional<ShelvedLesson> next() const;
  /// Closes the lesson, and shows the own document.
  void leave();
  /// Likewise, but another document is shown already: returns the one kept aside.
  std::optional<OpenDocument> close_for_other_document();

  /// Goes to the start of step `n` of the open lesson, as one undo step; beyond the last one the
  /// lesson is closed.
  void go_to_step(std::size_t n);
  /// Continues after a completed step, or closes the lesson after the last; saves the progress.
  void finish_step();
  /// Goes to the next step; from the last step to the next lesson, if there is one.
  void go_on();
  /// Goes to the step's start, and from there to the previous step.
  void go_back();
  /// Returns whether the step is in its initial state.
  bool is_at_start_of_step() const;
  /// Shows all controls instead of the stage of the current step.
  void show_all_controls(bool shows_all);

  /// Plays the solution of the current goal from its start; `now` in the seconds of
  /// follow_solution(), which must be called in each frame while lesson()->way exists. Ends if the
  /// scene is changed meanwhile. Returns the sources to highlight.
  void play_solution(double now);
  std::vector<Source> follow_solution(double now);
  /// Marks goals that hold as reached, if no gesture and no solution is in progress.
  void mark_reached_goals();
  /// Answers the open prediction.
  void answer(PredictionAnswer answer);

  /// Returns whether a question is open.
  bool is_asked() const { return lesson_ && lesson_->play.is_asked(); }
  /// Returns whether the part shows the answer to it.
  bool withholds(const std::string& part) const;
  /// Hides the part from the class, or shows it, also if the view hid it. Not if it is withheld.
  void hide_or_show(const std::string& part);

  /// The own document, kept aside; null: it is the open one.
  const OpenDocument* aside() const { return aside_ ? &*aside_ : nullptr; }

 private:
  void begin(std::unique_ptr<LessonSession> lesson);
  void begin_step();
  void become(const Scene& scene, const std::string& label);
  void pin_what_is_to_be_changed();
  void set_stage();
  void note_progress();

  Workspace& workspace_;
  LessonOpening opening_;
  ChangePoll poll_;  // of the lesson's file
  LessonShelf shelf_;
  std::unique_ptr<LessonSession> lesson_;
  std::optional<OpenDocument> aside_;
};

/// Access of the lesson panels for a frame: they can also control the lesson.
class LessonAccess : public Access {
 public:
  LessonAccess(LessonCourse& lessons) : Access(lessons.workspace()), course(lessons) {}

  /// The open lesson. Precondition: there is one.
  const LessonSession& lesson() const { return *course.lesson(); }
  LessonLook& lesson_look() const { return course.lesson()->look; }

  LessonCourse& course;
};

}  // namespace attn
