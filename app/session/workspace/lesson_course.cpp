#include "app/session/workspace/lesson_course.h"

#include "app/document/files/problem_line.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson_progress.h"
#include "app/document/scene_file/scene_parts.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Makes `scene` the open one, as one step of its history called `label`.
void become(Workspace& workspace, const Scene& scene, const std::string& label) {
  workspace.end_gesture();
  workspace.forget_refusal();
  workspace.look.view.locked.clear();  // of the step before
  workspace.edit("lesson", label, "", [&](Scene& now) { now = scene; });
  workspace.look.view = parse_view(scene.view);
  workspace.look.walked.reset();
}

/// Presenter mode shows what the step's goals are reached by.
void pin_what_is_to_be_changed(Workspace& workspace) {
  const LessonPlay& play = workspace.lesson->play;
  if (play.is_asked()) return;
  for (std::size_t n = 0; n < play.step().goals.size(); ++n) {
    const Scene& before = play.scenes().before(n).scene;
    for (std::string& id : changed_parts(before, play.scenes().reached[n].scene)) {
      workspace.look.view.pinned.insert(std::move(id));
    }
  }
}

void begin_step(Workspace& workspace) {
  LessonSession& lesson = *workspace.lesson;
  lesson.order.clear();
  lesson.has_guess = false;
  lesson.guess = 0.5F;
  lesson.is_fresh = true;
  lesson.marked.reset();
  pin_what_is_to_be_changed(workspace);
  // What is clicked from now on is the answer.
  const auto& prediction = lesson.play.step().prediction;
  if (prediction && prediction->kind == Prediction::Kind::kCell)
    workspace.look.view.selection.reset();
}

void note_progress(Workspace& workspace) {
  const LessonPlay& play = workspace.lesson->play;
  try {
    note_lesson_progress(workspace.lesson->id, {play.at() + 1, play.lesson().steps.size()});
  } catch (const std::exception& error) {
    workspace.message = "The progress is not kept: " + std::string(error.what());
  }
}

}  // namespace

void start_lesson(Workspace& workspace, const ShelvedLesson& shelved, std::size_t step) {
  workspace.lesson_opening.open(shelved, step);
  follow_lesson_opening(workspace);
}

void follow_lesson_opening(Workspace& workspace) {
  std::optional<OpenedLesson> opened = workspace.lesson_opening.take();
  if (!opened) return;
  if (!opened->message.empty()) workspace.message = one_line(opened->message, kMaxProblemBytes);
  if (opened->shelf) workspace.lesson_shelf = *std::move(opened->shelf);
  if (!opened->lesson) return;
  auto lesson = std::make_unique<LessonSession>(opened->id, *std::move(opened->lesson));
  lesson->play.go_to(opened->step);
  workspace.set_aside(lesson->play.scenes().start.scene);
  workspace.lesson = std::move(lesson);
  begin_step(workspace);
}

void leave_lesson(Workspace& workspace) {
  if (!workspace.lesson) return;
  workspace.lesson.reset();
  workspace.take_back();
}

void go_to_lesson_step(Workspace& workspace, std::size_t n) {
  LessonPlay& play = workspace.lesson->play;
  if (n >= play.lesson().steps.size()) return leave_lesson(workspace);
  play.go_to(n);
  become(workspace, play.scenes().start.scene, "Step: " + shown(plain_text(play.step().title)));
  begin_step(workspace);
}

void finish_lesson_step(Workspace& workspace) {
  note_progress(workspace);
  go_to_lesson_step(workspace, workspace.lesson->play.at() + 1);
}

void answer_lesson(Workspace& workspace, PredictionAnswer answer) {
  LessonPlay& play = workspace.lesson->play;
  if (!play.is_asked()) return;
  play.answer(std::move(answer));
  workspace.lesson->reveals_end = 2;
  become(workspace, play.scenes().shown.scene, "Lesson: what it shows");
  pin_what_is_to_be_changed(workspace);
}

void open_dropped(Workspace& workspace, const std::string& path) {
  if (!may_hold_lessons(path)) {
    workspace.open_file(path);
    return;
  }
  workspace.lesson_opening.open(path);
  follow_lesson_opening(workspace);
}

}  // namespace attn
