#include "app/session/workspace/lesson_course.h"

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/shelf/lesson_progress.h"
#include "app/figure/panels/figure_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Replaces the open scene by `scene`, as one undo step called `label`.
void become(Workspace& workspace, const Scene& scene, const std::string& label) {
  workspace.end_gesture();
  workspace.forget_refusal();
  workspace.look.view.locked.clear();  // from the previous step
  workspace.edit("lesson", label, "", [&](Scene& now) { now = scene; });
  workspace.look.view = parse_view(scene.view);
  workspace.look.walked.reset();
}

/// Presenter mode shows the controls for the step's goals.
void pin_what_is_to_be_changed(Workspace& workspace) {
  const LessonPlay& play = workspace.lesson()->play;
  if (play.is_asked()) return;
  for (std::size_t n = 0; n < play.step().goals.size(); ++n) {
    const Scene& before = play.scenes().before(n).scene;
    for (std::string& id : changed_parts(before, play.scenes().reached[n].scene)) {
      // It is below the temperature's heading.
      workspace.look.view.pinned.insert(id == "normalizer" ? "temperature" : std::move(id));
    }
  }
}

/// Applies the visible part of the step's stage.
void set_stage(Workspace& workspace) {
  const LessonSession& lesson = *workspace.lesson();
  const auto& stage = lesson.play.step().stage;
  workspace.look.stage.reset();
  if (lesson.training) workspace.look.stage.emplace();
  if (stage && !lesson.shows_all) {
    workspace.look.stage.emplace(stage->parts.begin(), stage->parts.end());
  }
}

std::unique_ptr<TrainingDesk> training_of(const LessonStep& step) {
  if (!step.run) return nullptr;
  const LessonRun& run = *step.run;
  TrainingPlan plan = first_plan(*run.task);
  plan.sizes = run.sizes;
  plan.settings = run.settings;
  return std::make_unique<TrainingDesk>(plan, run.steps);
}

/// Facts include the results of the step's network.
void see_learned(LessonSession& lesson) {
  const SharedSnapshot now = lesson.training ? lesson.training->shown() : nullptr;
  if (!now) return;
  lesson.play.see_learned({.steps = now->step(),
                           .loss = now->test.loss,
                           .accuracy = now->test.accuracy,
                           .chance = lesson.training->plan().task->chance,
                           .habits = now->habits});
}

void begin_step(Workspace& workspace) {
  LessonSession& lesson = *workspace.lesson();
  lesson.seen = std::max(lesson.seen, lesson.play.at());
  lesson.way.reset();
  const LessonLook& before = lesson.look;
  lesson.look = {
      .shows_notes = before.shows_notes, .side = before.side, .reveals_end = before.reveals_end};
  const auto& prediction = lesson.play.step().prediction;
  for (std::size_t n = 0; prediction && n < prediction->items.size(); ++n) {
    lesson.look.order.push_back(n);
  }
  lesson.training = training_of(lesson.play.step());
  set_stage(workspace);
  pin_what_is_to_be_changed(workspace);
  // Clicks from now on are the answer.
  if (prediction && prediction->kind == Prediction::Kind::kCell)
    workspace.look.view.selection.reset();
}

/// Progress from earlier sessions.
std::size_t steps_known(const LessonSession& lesson) {
  const AllProgress all = read_lesson_progress();
  const auto found = all.find(lesson.id);
  const std::size_t count = lesson.play.lesson().steps.size();
  if (found == all.end() || found->second.of != count) return 0;
  return std::min(found->second.steps, count - 1);
}

/// Step with that title, else number `n`: the file was changed.
std::size_t step_again(const Lesson& lesson, const std::string& title, std::size_t n) {
  const auto same = std::ranges::find(lesson.steps, title, &LessonStep::title);
  if (same == lesson.steps.end()) return std::min(n, lesson.steps.size() - 1);
  return static_cast<std::size_t>(same - lesson.steps.begin());
}

void note_progress(Workspace& workspace) {
  const LessonPlay& play = workspace.lesson()->play;
  try {
    note_lesson_progress(workspace.lesson()->id, {play.at() + 1, play.lesson().steps.size()});
  } catch (const std::exception& error) {
    workspace.notices.tell("The progress is not kept: " + std::string(error.what()));
  }
}

}  // namespace

void start_lesson(Workspace& workspace, const ShelvedLesson& shelved, std::size_t step) {
  workspace.read_lesson(shelved, step);
  follow_lesson_opening(workspace);
}

void follow_lesson_opening(Workspace& workspace) {
  std::optional<OpenedLesson> opened = workspace.take_read_lesson();
  if (!opened) return;
  const LessonSession* before = workspace.lesson();
  const bool is_told =
      before != nullptr && workspace.notices.message().starts_with(before->id + ":");
  if (is_told) workspace.notices.forget_message();  // its problem may be fixed
  if (!opened->message.empty()) workspace.notices.tell(one_line(opened->message, kMaxProblemBytes));
  if (!opened->lesson) return;
  auto lesson = std::make_unique<LessonSession>(opened->id, *std::move(opened->lesson));
  lesson->file = opened->file;
  lesson->seen = steps_known(*lesson);
  if (before != nullptr && before->id == lesson->id && before->file != lesson->file) {
    const std::size_t at = before->play.at();
    opened->step = step_again(lesson->play.lesson(), before->play.step().title, at);
    lesson->shows_all = before->shows_all;
    lesson->look.shows_notes = before->look.shows_notes;
    lesson->seen = std::max(lesson->seen, before->seen);
  }
  lesson->play.go_to(opened->step);
  workspace.begin_lesson(std::move(lesson));
  begin_step(workspace);
}

void follow_lesson_file(Workspace& workspace) {
  if (!workspace.lesson() || workspace.seconds_reading_lesson() > 0) return;
  LessonSession& lesson = *workspace.lesson();
  if (lesson.file == LessonFileState{}) return;
  const LessonFileState now = lesson_file_state(lesson.id);
  // A missing file is probably being written.
  if (now == LessonFileState{} || now == lesson.file || now == lesson.tried) return;
  lesson.tried = now;
  start_lesson(workspace, {lesson.id, {}, 0}, lesson.play.at());
}

std::optional<ShelvedLesson> next_lesson(const Workspace& workspace) {
  if (!workspace.lesson()) return std::nullopt;
  for (const auto* lessons : {&shipped_lessons(), &workspace.lesson_shelf().lessons}) {
    const auto here = std::ranges::find(*lessons, workspace.lesson()->id, &ShelvedLesson::id);
    if (here != lessons->end() && here + 1 != lessons->end()) return *(here + 1);
  }
  return std::nullopt;
}

void leave_lesson(Workspace& workspace) {
  if (workspace.lesson() != nullptr) workspace.end_lesson();
}

void go_to_lesson_step(Workspace& workspace, std::size_t n) {
  LessonPlay& play = workspace.lesson()->play;
  if (n >= play.lesson().steps.size()) return leave_lesson(workspace);
  play.go_to(n);
  become(workspace, play.scenes().start.scene, "Step: " + shown(plain_text(play.step().title)));
  begin_step(workspace);
}

void show_all_controls(Workspace& workspace, bool shows_all) {
  workspace.lesson()->shows_all = shows_all;
  set_stage(workspace);
}

void show_lesson_way(Workspace& workspace, double now) {
  LessonSession& lesson = *workspace.lesson();
  const LessonGoal* goal = lesson.play.goal();
  if (goal == nullptr) return;
  if (lesson.training) return lesson.training->play();
  const StepScenes& scenes = lesson.play.scenes();
  const Scene& before = scenes.before(lesson.play.reached()).scene;
  become(workspace, before, "Lesson: the way");
  const Scene& reached = scenes.reached[lesson.play.reached()].scene;
  lesson.way.emplace(workspace.scene(), goal->solution, reached);
  lesson.way_began = now;
}

std::vector<Source> follow_lesson_way(Workspace& workspace, double now) {
  LessonSession& lesson = *workspace.lesson();
  if (!lesson.way) return {};
  if (!same_but_view(workspace.scene(), lesson.way->shown)) {
    lesson.way.reset();  // the user continues alone
    return {};
  }
  const double gone = now - lesson.way_began;
  workspace.edit("lesson", "Lesson: the way", "lesson-way", [&](Scene& scene) {
    const std::string view = scene.view;
    scene = lesson.way->at(gone);
    scene.view = view;
  });
  lesson.way->shown = workspace.scene();
  std::vector<Source> lights = lesson.way->lights(gone);
  if (now >= lesson.way_began + lesson.way->seconds()) {
    workspace.end_gesture();
    lesson.way.reset();
  }
  return lights;
}

void see_lesson_goals(Workspace& workspace) {
  if (!workspace.lesson() || workspace.lesson()->way || workspace.evaluated().is_behind()) return;
  LessonSession& lesson = *workspace.lesson();
  see_learned(lesson);
  const std::size_t before = lesson.play.reached();
  lesson.play.see(workspace.evaluation(), &workspace.look.view);
  if (lesson.play.reached() == before) return;
  lesson.look.shows_hint = false;
  lesson.look.reveals_end = 2;  // the next goal
}

void finish_lesson_step(Workspace& workspace) {
  note_progress(workspace);
  go_to_lesson_step(workspace, workspace.lesson()->play.at() + 1);
}

void go_on_in_lesson(Workspace& workspace) {
  const auto next = workspace.lesson()->play.is_last() ? next_lesson(workspace) : std::nullopt;
  if (!next) return finish_lesson_step(workspace);
  note_progress(workspace);
  start_lesson(workspace, *next);
}

void go_back_in_lesson(Workspace& workspace) {
  const std::size_t at = workspace.lesson()->play.at();
  go_to_lesson_step(workspace, is_at_start_of_step(workspace) && at > 0 ? at - 1 : at);
}

bool is_at_start_of_step(const Workspace& workspace) {
  const LessonPlay& play = workspace.lesson()->play;
  const Scene& start = play.scenes().start.scene;
  const auto& training = workspace.lesson()->training;
  return same_computation(workspace.scene(), start) && workspace.scene().tokens == start.tokens &&
         !play.answer() && play.reached() == 0 &&
         (!training || training->history().last_step() == 0);
}

void answer_lesson(Workspace& workspace, PredictionAnswer answer) {
  LessonSession& lesson = *workspace.lesson();
  LessonPlay& play = lesson.play;
  if (!play.is_asked()) return;
  play.answer(std::move(answer));
  lesson.look.shows_hint = false;
  lesson.look.reveals_end = 2;
  if (lesson.training) return lesson.training->play();
  become(workspace, play.scenes().shown.scene, "Lesson: what it shows");
  pin_what_is_to_be_changed(workspace);
}

void open_path(Workspace& workspace, const std::string& path, std::size_t step) {
  if (may_hold_attention(path)) return workspace.offer_import(path);
  if (is_figure_file(path)) {
    workspace.open_figure(path);
    return;
  }
  if (!may_hold_lessons(path)) {
    workspace.open_file(path);
    return;
  }
  workspace.read_lesson_at(path, step);
  follow_lesson_opening(workspace);
}

}  // namespace attn
