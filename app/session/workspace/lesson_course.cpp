#include "app/session/workspace/lesson_course.h"

#include "app/document/files/problem_line.h"
#include "app/document/lessons/lesson_progress.h"
#include "app/document/scene_file/scene_parts.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Makes `scene` the open one, as one step of its history called `label`.
void become(Session& session, const Scene& scene, const std::string& label) {
  session.end_gesture();
  session.forget_refusal();
  session.view.locked.clear();  // of the step before
  session.edit("lesson", label, "", [&](Scene& now) { now = scene; });
  session.view = parse_view(scene.view);
  session.walked.reset();
}

/// Presenter mode shows what the step's goal is reached by.
void pin_what_is_to_be_changed(Session& session) {
  const LessonPlay& play = session.lesson->play;
  if (play.step().goal.empty() || play.is_asked()) return;
  for (std::string& id : changed_parts(play.scenes().shown.scene, play.scenes().solved.scene)) {
    session.view.pinned.insert(std::move(id));
  }
}

void begin_step(Session& session) {
  LessonSession& lesson = *session.lesson;
  lesson.order.clear();
  lesson.has_guess = false;
  lesson.guess = 0.5F;
  lesson.is_fresh = true;
  lesson.marked.reset();
  pin_what_is_to_be_changed(session);
  // What is clicked from now on is the answer.
  const auto& prediction = lesson.play.step().prediction;
  if (prediction && prediction->kind == Prediction::Kind::kCell) session.view.selection.reset();
}

void note_progress(Session& session) {
  const LessonPlay& play = session.lesson->play;
  try {
    note_lesson_progress(session.lesson->id, {play.at() + 1, play.lesson().steps.size()});
  } catch (const std::exception& error) {
    session.message = "The progress is not kept: " + std::string(error.what());
  }
}

}  // namespace

void start_lesson(Session& session, const ShelvedLesson& shelved, std::size_t step) {
  session.lesson_opening.open(shelved, step);
  follow_lesson_opening(session);
}

void follow_lesson_opening(Session& session) {
  std::optional<OpenedLesson> opened = session.lesson_opening.take();
  if (!opened) return;
  if (!opened->message.empty()) session.message = one_line(opened->message, kMaxProblemBytes);
  if (opened->shelf) session.lesson_shelf = *std::move(opened->shelf);
  if (!opened->lesson) return;
  auto lesson = std::make_unique<LessonSession>(opened->id, *std::move(opened->lesson));
  lesson->play.go_to(opened->step);
  session.set_aside(lesson->play.scenes().start.scene);
  session.lesson = std::move(lesson);
  begin_step(session);
}

void leave_lesson(Session& session) {
  if (!session.lesson) return;
  session.lesson.reset();
  session.take_back();
}

void go_to_lesson_step(Session& session, std::size_t n) {
  LessonPlay& play = session.lesson->play;
  if (n >= play.lesson().steps.size()) return leave_lesson(session);
  play.go_to(n);
  become(session, play.scenes().start.scene, "Step: " + shown(play.step().title));
  begin_step(session);
}

void finish_lesson_step(Session& session) {
  note_progress(session);
  go_to_lesson_step(session, session.lesson->play.at() + 1);
}

void answer_lesson(Session& session, PredictionAnswer answer) {
  LessonPlay& play = session.lesson->play;
  if (!play.is_asked()) return;
  play.answer(std::move(answer));
  session.lesson->reveals_end = 2;
  become(session, play.scenes().shown.scene, "Lesson: what it shows");
  pin_what_is_to_be_changed(session);
}

void open_dropped(Session& session, const std::string& path) {
  if (!may_hold_lessons(path)) {
    session.open_file(path);
    return;
  }
  session.lesson_opening.open(path);
  follow_lesson_opening(session);
}

}  // namespace attn
