#include "app/document/lesson_play.h"

#include <algorithm>
#include <utility>

#include "app/document/lesson_error.h"
#include "app/document/lesson_scene.h"
#include "engine/attention.h"
#include "engine/problem.h"

namespace attn {
namespace {

Evaluation evaluated_at(Scene scene, int line) {
  try {
    return evaluated(std::move(scene));
  } catch (const SceneError& error) {
    throw LessonError(error.problem().place + ": " + error.problem().text, line);
  }
}

/// `scene` with nothing hidden or locked.
Scene freed(Scene scene) {
  ViewState view = parse_view(scene.view);
  if (view.hidden.empty() && view.locked.empty()) return scene;
  view.hidden.clear();
  view.locked.clear();
  scene.view = format_view(view, scene.view);
  return scene;
}

StepScenes scenes_of_step(const LessonStep& step, std::optional<Scene> before) {
  if (before) before = freed(std::move(*before));
  for (const SceneChange& change : step.changes) before = apply_change(change, before);
  StepScenes scenes;
  const int line = step.changes.empty() ? step.line : step.changes.front().line;
  scenes.start = evaluated_at(std::move(*before), line);
  scenes.shown = scenes.start;
  if (step.prediction) {
    Scene shown = freed(scenes.start.scene);
    for (const SceneChange& change : step.prediction->then) shown = apply_change(change, shown);
    scenes.shown = evaluated_at(std::move(shown), step.prediction->line);
  }
  scenes.solved = scenes.shown;
  if (step.solution) {
    scenes.solved =
        evaluated_at(apply_change(*step.solution, scenes.shown.scene), step.solution->line);
  }
  return scenes;
}

}  // namespace

Evaluation evaluated(Scene scene) {
  Trace trace = evaluate(scene);
  return {std::move(scene), std::move(trace), 0};
}

std::vector<StepScenes> scenes_of(const Lesson& lesson) {
  std::vector<StepScenes> all;
  std::optional<Scene> before;
  for (const LessonStep& step : lesson.steps) {
    all.push_back(scenes_of_step(step, std::move(before)));
    before = all.back().solved.scene;
  }
  return all;
}

LessonPlay::LessonPlay(Lesson lesson)
    : lesson_(std::make_shared<const Lesson>(std::move(lesson))),
      scenes_(std::make_shared<const std::vector<StepScenes>>(scenes_of(*lesson_))) {}

void LessonPlay::go_to(std::size_t n) {
  at_ = std::min(n, lesson_->steps.size() - 1);
  answer_.reset();
  was_right_ = false;
}

void LessonPlay::answer(PredictionAnswer answer) {
  try {
    was_right_ = is_right(*step().prediction, answer, facts(scenes().shown));
  } catch (const LessonError&) {
    was_right_ = false;
  }
  answer_ = std::move(answer);
}

bool LessonPlay::goal_holds(const Evaluation& now) const { return hold(step().goal, facts(now)); }

bool hold(const std::vector<LessonCondition>& conditions, const Facts& facts) {
  return std::ranges::all_of(conditions, [&](const LessonCondition& one) {
    try {
      return one.expression.is_true(facts);
    } catch (const LessonError&) {
      return false;
    }
  });
}

}  // namespace attn
