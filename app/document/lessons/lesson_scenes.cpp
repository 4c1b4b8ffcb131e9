#include "app/document/lessons/lesson_scenes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/document/view/view_state.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"

namespace attn {
namespace {

/// `scene` with nothing hidden or locked.
Scene freed(Scene scene) {
  ViewState view = parse_view(scene.view);
  if (view.hidden.empty() && view.locked.empty()) return scene;
  view.hidden.clear();
  view.locked.clear();
  scene.view = format_view(view, scene.view);
  return scene;
}

/// `scene` with what it hides locked, too: a goal is reached by what can be seen.
Scene hidden_locked(Scene scene) {
  ViewState view = parse_view(scene.view);
  if (view.hidden.empty()) return scene;
  view.locked.insert(view.hidden.begin(), view.hidden.end());
  scene.view = format_view(view, scene.view);
  return scene;
}

class Maker {
 public:
  explicit Maker(LessonBudget& budget) : budget_(budget) {}

  StepScenes scenes_of_step(const LessonStep& step, std::optional<Scene> before) {
    if (before) before = freed(std::move(*before));
    for (const SceneChange& change : step.changes) before = apply_change(change, before, budget_);
    StepScenes scenes;
    const int line = step.changes.empty() ? step.line : step.changes.front().line;
    scenes.start = evaluated_at(hidden_locked(std::move(*before)), line);
    Scene shown = scenes.start.scene;
    if (step.prediction) {
      shown = freed(std::move(shown));
      for (const SceneChange& change : step.prediction->then) {
        shown = apply_change(change, shown, budget_);
      }
    }
    scenes.shown = evaluated_at(std::move(shown), step.prediction ? step.prediction->line : line);
    Scene solved = scenes.shown.scene;
    if (step.solution) solved = apply_change(*step.solution, solved, budget_);
    scenes.solved = evaluated_at(std::move(solved), step.solution ? step.solution->line : line);
    return scenes;
  }

 private:
  Evaluation evaluated_at(Scene scene, int line) {
    budget_.take_evaluation(scene, line);
    try {
      return evaluated(std::move(scene));
    } catch (const SceneError& error) {
      throw LessonError(error.problem().place + ": " + error.problem().text, line);
    }
  }

  LessonBudget& budget_;
};

}  // namespace

Evaluation evaluated(Scene scene) {
  Trace trace = evaluate(scene);
  return {std::move(scene), std::move(trace), 0};
}

std::vector<StepScenes> scenes_of(const Lesson& lesson, LessonBudget& budget) {
  Maker maker(budget);
  std::vector<StepScenes> all;
  std::optional<Scene> before;
  for (const LessonStep& step : lesson.steps) {
    all.push_back(maker.scenes_of_step(step, std::move(before)));
    before = all.back().solved.scene;
  }
  return all;
}

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
