#include "app/document/lessons/lesson_scene.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/edits/matrix_fill.h"
#include "app/document/edits/new_scene.h"
#include "app/document/expressions/lesson_error.h"
#include "app/document/json/json.h"
#include "app/document/json/json_object.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_kinds.h"
#include "assets/assets.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"
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
    // The stage is applied after changes of the scene, and before changes of its view.
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

using Tree = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time

constexpr std::string_view kExample = "example";
constexpr std::string_view kRandom = "random(";
constexpr std::int64_t kMostRows = 1 << 20;  // the budget limits the numbers
constexpr int kMostLines = 1000;

/// Parses a JSON value with the rules of scene files: unique keys, finite numbers that keep their
/// sign. Throws SceneError with the place in it.
Tree read_value(std::string_view text) {
  constexpr std::string_view kPlace = "/value";
  try {
    const json::Tree whole = json::parse("{\"value\":" + std::string(text) + "}");
    return Tree::parse(json::Value(whole, 0).first().next().dump());
  } catch (const SceneError& error) {
    Problem problem = error.problem();
    if (problem.place.starts_with(kPlace)) problem.place.erase(0, kPlace.size());
    throw SceneError(std::move(problem));
  }
}

/// nlohmann writes and merges recursively: depth is limited as for scenes.
Tree parse_json(std::string_view text, int line) {
  const auto require_depth = [line](int depth, Tree::parse_event_t, Tree&) {
    if (depth <= static_cast<int>(json::kMaxDepth)) return true;
    throw LessonError("expected at most " + std::to_string(json::kMaxDepth) + " levels of nesting",
                      line);
  };
  try {
    if (!Tree::accept(text)) return Tree::parse(text, require_depth);  // reports the error
    return read_value(text);
  } catch (const Tree::exception& error) {
    const std::string_view why = error.what();
    throw LessonError("not JSON: " + shown(why.substr(why.find("] ") + 2), 200), line);
  }
}

/// Adds default members that a scene file may omit, so that pointers can change them.
Tree with_kinds(Tree scene) {
  add_kinds(scene);
  return scene;
}

Tree json_of(const Scene& scene) { return with_kinds(Tree::parse(format_scene(scene))); }

Tree example(std::string_view name, int line) {
  const std::string path = "assets/examples/" + std::string(name) + ".attn.json";
  for (const Asset& one : assets()) {
    if (one.path == path) return with_kinds(Tree::parse(one.bytes));
  }
  throw LessonError("no example is called " + shown(name), line);
}

/// Parses "random(4, 64, 7)": normally distributed numbers.
Tree random_numbers(std::string_view text, int line, LessonBudget& budget) {
  const auto wrong = [&] {
    return LessonError("expected random(ROWS, COLUMNS, SEED), whole numbers, found " + shown(text),
                       line);
  };
  std::int64_t numbers[3] = {};
  std::string_view rest = text.substr(kRandom.size());
  for (int n = 0; n < 3; ++n) {
    const std::string_view part = trimmed(rest.substr(0, rest.find(n < 2 ? ',' : ')')));
    const auto number = parsed<std::int64_t>(part);
    if (!number) throw wrong();
    numbers[n] = *number;
    const auto sign = rest.find(n < 2 ? ',' : ')');
    if (sign == std::string_view::npos) throw wrong();
    rest.remove_prefix(sign + 1);
  }
  const auto is_count = [](std::int64_t n) { return n >= 1 && n <= kMostRows; };
  if (!is_count(numbers[0]) || !is_count(numbers[1]) || numbers[2] < 0 || !trimmed(rest).empty()) {
    throw wrong();
  }
  budget.take_random(numbers[0] * numbers[1], line);
  json::Writer out;
  out.begin_object();
  out.member("numbers",
             random_matrix(numbers[0], numbers[1], static_cast<std::uint64_t>(numbers[2])));
  out.end_object();
  return Tree::parse(std::move(out).take())["numbers"];
}

Tree value_of(std::string_view text, int line, LessonBudget& budget) {
  if (text.starts_with(kRandom)) return random_numbers(text, line, budget);
  return parse_json(text, line);
}

void set(Tree& scene, std::string_view line_text, int line, LessonBudget& budget) {
  const auto sign = line_text.find('=');
  if (line_text.empty() || line_text[0] != '/' || sign == std::string_view::npos) {
    throw LessonError("expected /place = value, found " + shown(line_text), line);
  }
  const std::string_view pointer = trimmed(line_text.substr(0, sign));
  const std::string_view value = trimmed(line_text.substr(sign + 1));
  if (value == "nothing") {
    if (!remove_place(scene, pointer)) throw LessonError("there is no " + shown(pointer), line);
    return;
  }
  if (!set_place(scene, pointer, value_of(value, line, budget))) {
    throw LessonError("no such place in the scene: " + shown(pointer), line);
  }
}

void set_lines(Tree& scene, std::string_view text, int line, LessonBudget& budget) {
  int left = kMostLines;
  for_each_line(text, line, [&](std::string_view one, int number) {
    if (left-- == 0) {
      throw LessonError("expected at most " + std::to_string(kMostLines) + " places in a change",
                        number);
    }
    budget.require_wanted();  // changing a long list takes a while
    set(scene, one, number, budget);
  });
}

/// Applies `text` to an object of the scene file or its view.
Tree changed(Tree after, std::string_view text, int line, LessonBudget& budget) {
  if (trimmed(text).starts_with('{')) {
    Tree patch = parse_json(text, line);
    if (patch.contains("format")) return patch;
    after.merge_patch(patch);
  } else {
    set_lines(after, text, line, budget);
  }
  return after;
}

bool is_whole_scene(std::string_view text) {
  return text.starts_with('{') && text.find("\"format\"") != text.npos;
}

Tree scene_json(const SceneChange& change, const std::optional<Scene>& before,
                LessonBudget& budget) {
  const std::string_view text = trimmed(change.text);
  if (text.empty())
    throw LessonError("expected a scene or a change of it, found nothing", change.line);
  if (text.starts_with(kExample)) {
    std::string_view first = text.substr(0, text.find('\n'));
    Tree scene = example(trimmed(first.substr(kExample.size())), change.line);
    set_lines(scene, text.substr(first.size()), change.line, budget);
    return scene;
  }
  if (!before) {
    if (!is_whole_scene(text))
      throw LessonError("expected a whole scene or example NAME", change.line);
    return parse_json(change.text, change.line);
  }
  Tree scene = json_of(*before);
  if (!change.is_view) return changed(std::move(scene), change.text, change.line, budget);
  Tree& view = scene["view"];
  if (!view.is_object()) view = Tree::object();
  view = changed(std::move(view), change.text, change.line, budget);
  return scene;
}

}  // namespace

Scene apply_change(const SceneChange& change, const std::optional<Scene>& before,
                   LessonBudget& budget) {
  try {
    Tree made = scene_json(change, before, budget);
    const auto parse = [&](const std::string& text) {
      budget.take_text(text.size(), change.line);
      return parse_scene(text);
    };
    const bool is_whole = !change.is_view && is_whole_scene(trimmed(change.text));
    return is_whole ? parse(made.dump()) : parse_changed(made, parse);
  } catch (const SceneError& error) {
    throw LessonError(error.problem().words(), change.line);
  }
}

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

bool holds(const LessonCondition& condition, const Facts& facts) try {
  return condition.expression.is_true(facts);
} catch (const LessonError&) {
  return false;
}

bool all_hold(const std::vector<LessonCondition>& conditions, const Facts& facts) {
  return std::ranges::all_of(conditions, [&](const auto& one) { return holds(one, facts); });
}

}  // namespace attn
