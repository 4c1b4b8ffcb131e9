#include "app/document/lessons/lesson_scenes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/edits/new_scene.h"
#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/document/view/view_kinds.h"
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

/// `scene` with hidden parts locked as well: goals are reached with visible parts.
Scene hidden_locked(Scene scene) {
  ViewState view = parse_view(scene.view);
  if (view.hidden.empty()) return scene;
  view.locked.insert(view.hidden.begin(), view.hidden.end());
  scene.view = format_view(view, scene.view);
  return scene;
}

/// `scene` with one of the stage's views, if it has any.
Scene on_stage(Scene scene, const LessonStage& stage) {
  ViewState view = parse_view(scene.view);
  if (stage.has(view_part(view.tab))) return scene;
  const auto first = std::ranges::find_if(
      stage.parts, [](std::string_view part) { return !view_of_part(part).empty(); });
  if (first == stage.parts.end()) return scene;
  view.tab = view_of_part(*first);
  scene.view = format_view(view, scene.view);
  return scene;
}

class Maker {
 public:
  explicit Maker(LessonBudget& budget) : budget_(budget) {}

  StepScenes scenes_of_step(const LessonStep& step, std::optional<Scene> before) {
    before = before ? freed(std::move(*before)) : std::optional<Scene>();
    if (!before && step.changes.empty()) before = new_scene();  // a network is trained
    // Between the scene, whose view ignores stages, and the step's own view.
    bool is_on_stage = !step.stage;
    const auto stage = [&] {
      if (!std::exchange(is_on_stage, true)) before = on_stage(std::move(*before), *step.stage);
    };
    for (const SceneChange& change : step.changes) {
      if (change.is_view && before) stage();
      before = apply_change(change, before, budget_);
    }
    stage();
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
    for (const LessonGoal& goal : step.goals) {
      const SceneChange& solution = goal.solution;
      Scene reached = scenes.end().scene;
      if (!step.run) reached = apply_change(solution, std::move(reached), budget_);
      scenes.reached.push_back(evaluated_at(std::move(reached), solution.line));
    }
    if (step.run) scenes.learning = learning_of(*step.run);
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

  /// A repeated run, as in a recap, is computed once.
  const LessonLearning& learning_of(const LessonRun& run) {
    const auto same = std::ranges::find_if(
        learned_, [&](const auto& one) { return is_same_run(one.first, run); });
    if (same != learned_.end()) return same->second;
    return learned_.emplace_back(run, learned_by(run, budget_)).second;
  }

  LessonBudget& budget_;
  std::vector<std::pair<LessonRun, LessonLearning>> learned_;
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
    before = all.back().end().scene;
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
