#include "app/session/lessons/lesson_course.h"

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/shelf/lesson_progress.h"
#include "app/session/words/window_parts.h"
#include "app/session/workspace/learn.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kSecondsToWatch = 10;

std::unique_ptr<TrainingDesk> training_of(const LessonStep& step) {
  if (!step.run) return nullptr;
  const LessonRun& run = *step.run;
  TrainingPlan plan = first_plan(*run.task);
  plan.sizes = run.sizes;
  plan.settings = run.settings;
  auto desk = std::make_unique<TrainingDesk>(plan, run.steps);
  desk->set_speed_for(run.steps, kSecondsToWatch);
  desk->head.layer = plan.sizes.layers - 1;  // the one that gives the answer
  desk->take_example(example(*run.task, run.settings.seed, Sequences::kTest,
                             static_cast<std::uint64_t>(run.sequence)));
  return desk;
}

/// Facts include the results of the step's network.
void set_learned(LessonSession& lesson) {
  const SharedSnapshot now = lesson.training ? lesson.training->shown() : nullptr;
  if (!now) return;
  lesson.play.set_learned({.steps = now->step(),
                           .loss = now->test.loss,
                           .accuracy = now->test.accuracy,
                           .chance = lesson.training->plan().task->chance,
                           .habits = now->habits});
}

/// Progress from earlier sessions.
std::size_t steps_known(const LessonSession& lesson) {
  const AllProgress all = read_lesson_progress();
  const auto found = all.find(lesson.id);
  const std::size_t count = lesson.play.lesson().steps.size();
  if (found == all.end() || found->second.of != count) return 0;
  return std::min(found->second.steps, count - 1);
}

/// Index of the step with this title after the file has changed; if there is none, `n`, clamped.
std::size_t step_again(const Lesson& lesson, const std::string& title, std::size_t n) {
  const auto same = std::ranges::find(lesson.steps, title, &LessonStep::title);
  if (same == lesson.steps.end()) return std::min(n, lesson.steps.size() - 1);
  return static_cast<std::size_t>(same - lesson.steps.begin());
}

}  // namespace

/// Replaces the open scene by `scene`, as one undo step called `label`.
void LessonCourse::become(const Scene& scene, const std::string& label) {
  workspace_.end_gesture();
  workspace_.forget_refusal();
  workspace_.look.view.locked.clear();  // from the previous step
  workspace_.edit("lesson", label, "", [&](Scene& now) { now = scene; });
  workspace_.look.view = parse_view(scene.view);
  workspace_.look.walked.reset();
}

/// Pins the controls for the step's goals, so that presenter mode shows them.
void LessonCourse::pin_what_is_to_be_changed() {
  const LessonPlay& play = lesson_->play;
  if (play.is_asked()) return;
  for (std::size_t n = 0; n < play.step().goals.size(); ++n) {
    const Scene& before = play.scenes().before(n).scene;
    for (std::string& id : changed_parts(before, play.scenes().reached[n].scene)) {
      // The normalizer is below the temperature's heading.
      workspace_.look.view.pinned.insert(id == "normalizer" ? "temperature" : std::move(id));
    }
  }
}

/// Applies the visible part of the step's stage.
void LessonCourse::set_stage() {
  const LessonSession& lesson = *lesson_;
  const auto& stage = lesson.play.step().stage;
  workspace_.look.stage.reset();
  if (lesson.training) workspace_.look.stage.emplace();
  if (stage && !lesson.shows_all) {
    workspace_.look.stage.emplace(stage->parts.begin(), stage->parts.end());
  }
}

void LessonCourse::begin_step() {
  LessonSession& lesson = *lesson_;
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
  if (lesson.trains_itself()) {
    lesson.training->set_speed(TrainingDesk::kFastest);
    lesson.training->play();
  }
  set_stage();
  pin_what_is_to_be_changed();
  // From now on, clicks answer the prediction.
  if (prediction && prediction->kind == Prediction::Kind::kCell)
    workspace_.look.view.selection.reset();
}

void LessonCourse::note_progress() {
  const LessonPlay& play = lesson_->play;
  try {
    note_lesson_progress(lesson_->id, {play.at() + 1, play.lesson().steps.size()});
  } catch (const std::exception& error) {
    workspace_.notices.tell("The progress was not saved: " + std::string(error.what()));
  }
}

void LessonCourse::start(ShelvedLesson lesson, std::size_t step) {
  opening_.open(std::move(lesson), step);
  follow_opening();
}

void LessonCourse::start_at(std::string path, std::size_t step) {
  opening_.open(std::move(path), step);
  follow_opening();
}

/// The scene of the lesson takes the place of the open one, which is the work saved for recovery.
void LessonCourse::begin(std::unique_ptr<LessonSession> lesson) {
  OpenDocument before = workspace_.show_lesson(lesson->play.scenes().start.scene);
  if (!aside_) aside_ = std::move(before);
  lesson_ = std::move(lesson);
  begin_step();
}

void LessonCourse::follow_opening() {
  std::optional<OpenedLesson> opened = opening_.take_opened();
  if (!opened) return;
  if (opened->shelf) shelf_ = *std::move(opened->shelf);
  const LessonSession* before = lesson_.get();
  const bool is_told =
      before != nullptr && workspace_.notices.message().starts_with(before->id + ":");
  if (is_told) workspace_.notices.forget_message();  // the reported problem may be fixed
  if (!opened->message.empty())
    workspace_.notices.tell(one_line(opened->message, kMaxProblemBytes));
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
  begin(std::move(lesson));
}

void LessonCourse::follow_file() {
  if (!lesson_ || seconds_reading() > 0) return;
  const LessonSession& lesson = *lesson_;
  if (lesson.file == FileIdentity{}) return;
  if (poll_.find_changed({{lesson.id, lesson.file}}).empty()) return;
  start({lesson.id, {}, 0}, lesson.play.at());
}

std::optional<ShelvedLesson> LessonCourse::next() const {
  if (!lesson_) return std::nullopt;
  for (const auto* lessons : {&shipped_lessons(), &shelf_.lessons}) {
    const auto here = std::ranges::find(*lessons, lesson_->id, &ShelvedLesson::id);
    if (here != lessons->end() && here + 1 != lessons->end()) return *(here + 1);
  }
  return std::nullopt;
}

void LessonCourse::leave() {
  if (!lesson_) return;
  lesson_.reset();
  workspace_.show(*std::exchange(aside_, std::nullopt));
}

std::optional<OpenDocument> LessonCourse::close_for_other_document() {
  opening_.cancel();
  lesson_.reset();
  return std::exchange(aside_, std::nullopt);
}

void LessonCourse::go_to_step(std::size_t n) {
  LessonPlay& play = lesson_->play;
  if (n >= play.lesson().steps.size()) return leave();
  play.go_to(n);
  workspace_.look.forget_scene();
  become(play.scenes().start.scene, "Step: " + shown(plain_text(play.step().title)));
  begin_step();
}

void LessonCourse::show_all_controls(bool shows_all) {
  lesson_->shows_all = shows_all;
  set_stage();
}

void LessonCourse::play_solution(double now) {
  LessonSession& lesson = *lesson_;
  const LessonGoal* goal = lesson.play.goal();
  if (goal == nullptr) return;
  if (lesson.training) return lesson.training->play();
  const StepScenes& scenes = lesson.play.scenes();
  const Scene& before = scenes.before(lesson.play.reached()).scene;
  become(before, "Lesson: the solution");
  if (goal->is_learned) {
    choose_goal(Access(workspace_), Goal::kRegression);
    return step_learning(Access(workspace_));
  }
  const Scene& reached = scenes.reached[lesson.play.reached()].scene;
  lesson.way.emplace(workspace_.scene(), goal->solution, reached);
  lesson.way_began = now;
}

std::vector<Source> LessonCourse::follow_solution(double now) {
  LessonSession& lesson = *lesson_;
  if (!lesson.way) return {};
  if (!same_but_view(workspace_.scene(), lesson.way->shown)) {
    lesson.way.reset();  // the user continues alone
    return {};
  }
  const double gone = now - lesson.way_began;
  workspace_.edit("lesson", "Lesson: the solution", "lesson-way", [&](Scene& scene) {
    const std::string view = scene.view;
    scene = lesson.way->at(gone);
    scene.view = view;
  });
  lesson.way->shown = workspace_.scene();
  std::vector<Source> lights = lesson.way->lights(gone);
  if (now >= lesson.way_began + lesson.way->seconds()) {
    workspace_.end_gesture();
    lesson.way.reset();
  }
  return lights;
}

void LessonCourse::mark_reached_goals() {
  if (!lesson_ || lesson_->way || workspace_.evaluated().is_behind()) return;
  LessonSession& lesson = *lesson_;
  set_learned(lesson);
  const std::size_t before = lesson.play.reached();
  lesson.play.note_reached_goals(workspace_.evaluation(), &workspace_.look.view);
  if (lesson.play.reached() == before) return;
  lesson.look.shows_hint = false;
  lesson.look.reveals_end = 2;  // the next goal
}

void LessonCourse::finish_step() {
  note_progress();
  go_to_step(lesson_->play.at() + 1);
}

void LessonCourse::go_on() {
  const auto following = lesson_->play.is_last() ? next() : std::nullopt;
  if (!following) return finish_step();
  note_progress();
  start(*following);
}

void LessonCourse::go_back() {
  const std::size_t at = lesson_->play.at();
  go_to_step(is_at_start_of_step() && at > 0 ? at - 1 : at);
}

bool LessonCourse::is_at_start_of_step() const {
  const LessonPlay& play = lesson_->play;
  const Scene& start = play.scenes().start.scene;
  const auto& training = lesson_->training;
  return same_computation(workspace_.scene(), start) && workspace_.scene().tokens == start.tokens &&
         !play.answer() && play.reached() == 0 &&
         (!training || lesson_->trains_itself() || training->history().last_step() == 0);
}

void LessonCourse::answer(PredictionAnswer given) {
  LessonSession& lesson = *lesson_;
  LessonPlay& play = lesson.play;
  if (!play.is_asked()) return;
  play.answer(std::move(given));
  lesson.look.shows_hint = false;
  lesson.look.reveals_end = 2;
  if (lesson.training) return lesson.training->play();
  become(play.scenes().shown.scene, "Lesson: the answer");
  pin_what_is_to_be_changed();
}

bool LessonCourse::withholds(const std::string& part) const {
  if (!is_asked() || !workspace_.look.view.hidden.contains(part)) return false;
  const auto row = std::ranges::find(window_parts(), part, &WindowPart::id);
  return row != window_parts().end() && !(row->shows.empty() && row->shows_elsewhere.empty());
}

void LessonCourse::hide_or_show(const std::string& part) {
  if (withholds(part)) {
    workspace_.notices.tell("This would show the answer: it appears after your answer");
  } else if (workspace_.look.stage) {
    workspace_.notices.tell("This step hides controls: Show all controls shows them");
  } else {
    workspace_.look.hide_or_show(part);
  }
}

}  // namespace attn
