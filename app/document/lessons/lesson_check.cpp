#include "app/document/lessons/lesson_check.h"

#include <algorithm>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/lessons/lesson_parts.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/document/lessons/lesson_text.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/view/view_state.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Quantities that the answer depends on.
std::set<std::string_view> names_of(const Prediction& prediction) {
  std::set<std::string_view> names;
  if (prediction.value) names = prediction.value->names();
  for (const LessonCondition& one : prediction.when) {
    names.insert(one.expression.names().begin(), one.expression.names().end());
  }
  return names;
}

/// Returns whether the right answer is already right for the scene shown before.
bool is_right_at_start(const Prediction& prediction, const StepScenes& scenes,
                       const Progress* progress) try {
  Reading reading{1 << 22, "", progress};
  const Facts start = scenes.untrained(scenes.start, &reading);
  const Facts shown = scenes.trained(scenes.shown, &reading);
  if (prediction.kind == Prediction::Kind::kChoice) return all_hold(prediction.when, start);
  return is_right(prediction, right_answer(prediction, shown), start);
} catch (const LessonError&) {
  return false;
}

void hide(Scene& scene, const std::set<std::string>& parts) {
  if (parts.empty()) return;
  ViewState view = parse_view(scene.view);
  view.hidden.insert(parts.begin(), parts.end());
  scene.view = format_view(view, scene.view);
}

/// Returns whether the step's first view is visible.
bool shows_own_view(const StepScenes& scenes) {
  const ViewState view = parse_view(scenes.start.scene.view);
  return !view.hidden.contains(view_part(view.tab));
}

/// Amount of computation per frame that is not noticeable.
Reading reading_of_a_frame(const Progress* progress) {
  return {1 << 22, "the step's expressions read more numbers than a frame can compute", progress};
}

class Checker {
 public:
  Checker(const LessonVocabulary& vocabulary, const Progress* progress)
      : vocabulary_(vocabulary), progress_(progress) {}

  void check(const LessonStep& step, const StepScenes& scenes) {
    stage_ = step.stage ? &*step.stage : nullptr;
    // Sums over all texts, as in each frame of the window.
    Reading reading = reading_of_a_frame(progress_);
    const Facts start = scenes.untrained(scenes.start, &reading);
    const Facts shown = scenes.trained(scenes.shown, &reading);
    check_stage();
    check_view(scenes.start.scene, line_of_view(step.changes, step.line));
    check_texts(step.text, start);
    check_texts(step.notes, start);
    for (const LessonCondition& fact : step.facts) {
      guarded(fact.line, [&] {
        if (!fact.expression.is_true(start))
          add(fact.line, "the fact does not hold: " + fact.expression.text());
      });
    }
    if (step.prediction) check_prediction(*step.prediction, shown);
    for (std::size_t n = 0; n < step.goals.size(); ++n) {
      const Facts before = scenes.untrained(scenes.before(n), &reading);
      const Facts reached = scenes.trained(scenes.reached[n], &reading);
      check_goal(step.goals[n], before, reached);
      if (n == 0) require_to_do(step.goals[n], start, before);
      if (n > 0) require_to_do(step.goals[n], before, before);
    }
  }

  /// Checks steps whose first view is hidden.
  void check_withheld(const LessonStep& step, const StepScenes& scenes) {
    const ViewState view = parse_view(scenes.start.scene.view);
    if (step.prediction->kind == Prediction::Kind::kCell) {
      add(step.prediction->line,
          "the view shows the answer, so no cell can be clicked: " + shown(view.tab));
    }
    std::vector<TextBlock> words = step.text;
    words.insert(words.end(), step.prediction->question.begin(), step.prediction->question.end());
    for (const TextBlock& block : words) {
      for (const TextRun& run : block.runs) {
        for (const std::string& light : lights_of(run)) {
          if (!light.starts_with(view.tab + "/") && light != view.tab) continue;
          add(run.line, "the term highlights the answer to the prediction: " + view.tab);
        }
      }
    }
  }

  void check_about(const TextBlock& block, const StepScenes& first) {
    stage_ = nullptr;
    Reading reading = reading_of_a_frame(progress_);
    check_text(block, {first.start, first.start, {}, &reading});
  }

  std::vector<LessonProblem> take() && {
    std::ranges::stable_sort(problems_, {}, &LessonProblem::line);
    return std::move(problems_);
  }

 private:
  void add(int line, const std::string& text) {
    problems_.push_back({line, one_line(text, LessonError::kMostBytes)});
  }

  template <typename Work>
  void guarded(int line, const Work& work) {
    try {
      work();
    } catch (const LessonError& error) {
      add(error.line() > 0 ? error.line() : line, error.what());
    }
  }

  void check_stage() {
    if (stage_ == nullptr) return;
    for (const std::string& part : stage_->parts) {
      const bool is_of_part = !part_named_by(part).empty() && vocabulary_.is_control(part);
      if (!is_of_part && !vocabulary_.is_part(part)) {
        add(stage_->line, "no part to show is called " + shown(part));
      }
    }
  }

  /// Line of the last change of the view that contains the tab.
  static int line_of_view(const std::vector<SceneChange>& changes, int otherwise) {
    return changes.empty() ? otherwise : changes.back().line;
  }

  void check_view(const Scene& scene, int line) {
    const ViewState view = parse_view(scene.view);
    if (!find_view_kind(view.tab)) add(line, "there is no view " + shown(view.tab));
    require_view_on_stage(view, line);
    if (view.hidden.contains(view_part(view.tab))) {
      add(line, "the current view is hidden: " + shown(view.tab));
    }
    for (const auto& names : {view.hidden, view.locked}) {
      for (const std::string& name : names) {
        if (!vocabulary_.is_part(name))
          add(line, "no part to hide or lock is called " + shown(name));
      }
    }
    if (view.head >= std::ssize(scene.heads)) add(line, "the scene has no such head");
    if (view.selection && (view.selection->query >= scene.query_count() ||
                           view.selection->key >= scene.key_count())) {
      add(line, "the selected cell is not in the scene");
    }
  }

  bool has_views() const {
    return stage_ == nullptr || std::ranges::any_of(stage_->parts, [](std::string_view part) {
             return !view_of_part(part).empty();
           });
  }

  void require_view_on_stage(const ViewState& view, int line) {
    if (stage_ == nullptr || !has_views() || stage_->has(view_part(view.tab))) return;
    add(line, "the current view is not on the stage: " + shown(view.tab));
  }

  void check_texts(const std::vector<TextBlock>& blocks, const Facts& facts) {
    for (const TextBlock& block : blocks) check_text(block, facts);
  }

  void check_text(const TextBlock& block, const Facts& facts) {
    for (const TextRun& run : block.runs) {
      guarded(run.line, [&] { require_true_claims(run, facts); });
      for (const std::string& target : lights_of(run)) {
        guarded(run.line, [&] { check_light(find_light(target, facts), facts, run.line); });
      }
    }
  }

  void check_light(const LessonLight& light, const Facts& facts, int line) {
    if (light.is_control && !vocabulary_.is_control(light.name)) {
      add(line, "no control is called " + shown(light.name));
    }
    require_on_screen(light, parse_view(facts.scene().view), line);
  }

  void require_on_screen(const LessonLight& light, const ViewState& view, int line) {
    const std::string part = part_of(light);
    const ViewKind* heatmap = heatmap_of(light);
    if (!heatmap && view.hidden.contains(part)) {
      add(line, "the highlighted part is hidden: " + part);
    }
    if (stage_ != nullptr && !part.empty() && !stage_->has(part)) {
      return add(line, "the highlighted part is not on the stage: " + part);
    }
    if (stage_ != nullptr && !is_on_stage(stage_->parts, light.name)) {
      return add(line, "the highlighted part is not on the stage: " + light.name);
    }
    const ViewKind* looked_at = find_view_kind(view.tab);
    if (heatmap && looked_at && looked_at != heatmap) {
      add(line, "the view " + shown(view.tab) + " shows no " + light.name + " to highlight");
    }
  }

  void check_prediction(const Prediction& prediction, const Facts& facts) {
    guarded(prediction.line, [&] { right_answer(prediction, facts); });
    require_view_on_stage(parse_view(facts.scene().view),
                          line_of_view(prediction.then, prediction.line));
    guarded(prediction.line, [&] {
      if (prediction.kind != Prediction::Kind::kOrder) return;
      const auto order = right_order(prediction, facts);
      if (!std::ranges::is_sorted(order)) return;
      throw LessonError("the tokens are already in the right order", prediction.line);
    });
    if (prediction.kind == Prediction::Kind::kCell && !has_views()) {
      add(prediction.line, "the stage has no view in which a cell can be clicked");
    }
    check_texts(prediction.hint, facts.at_start());
    const auto say = [&](std::string_view words, int line, const Facts& of) {
      guarded(line, [&] { require_true_claims(words, of); });
    };
    check_texts(prediction.question, facts.at_start());
    for (const auto& option : prediction.options) {
      say(option.label, option.line, facts);
      say(option.words, option.line, facts);
    }
    say(prediction.right, prediction.right_line, facts);
    say(prediction.wrong, prediction.wrong_line, facts);
  }

  void check_goal(const LessonGoal& goal, const Facts& before, const Facts& reached) {
    const std::string locked =
        locked_change(parse_view(before.scene().view).locked, before.scene(), reached.scene());
    if (!locked.empty())
      add(goal.solution.line, "the solution changes a part that the step locks: " + locked);
    for (const std::string& part : changed_parts(before.scene(), reached.scene())) {
      if (can_change(part)) continue;
      add(goal.solution.line,
          "the solution changes a part without a control on the stage: " + part);
    }
    for (const LessonCondition& one : goal.conditions) {
      guarded(one.line, [&] {
        if (!one.expression.is_true(reached)) {
          add(one.line, "the solution does not reach the goal: " + one.expression.text());
        }
      });
    }
    check_texts(goal.task, before);
    check_texts(goal.hint, before);
    check_texts(goal.after, reached);
  }

  bool can_change(const std::string& part) const {
    return stage_ == nullptr || std::ranges::any_of(stage_->parts, [&](const std::string& one) {
             return vocabulary_.changes(one, part);
           });
  }

  void require_to_do(const LessonGoal& goal, const Facts& start, const Facts& before) {
    if (goal.may_hold || !(all_hold(goal.conditions, start) || all_hold(goal.conditions, before)))
      return;
    add(goal.conditions[0].line, "the goal holds at the start (write goal already to allow it)");
  }

  const LessonVocabulary& vocabulary_;
  const Progress* progress_;
  const LessonStage* stage_ = nullptr;  // stage of the checked step; null: the whole window
  std::vector<LessonProblem> problems_;
};

/// Returns whether there is *emphasis* or `code` outside expressions and formulas.
bool has_markup(std::string_view words) {
  int depth = 0;
  bool is_formula = false;
  for (const char c : words) {
    if (c == '{') ++depth;
    if (c == '}') --depth;
    if (c == '$') is_formula = !is_formula;
    if (depth == 0 && !is_formula && (c == '*' || c == '`')) return true;
  }
  return false;
}

bool has_markup(const Prediction& prediction) {
  return has_markup(prediction.right) || has_markup(prediction.wrong) ||
         std::ranges::any_of(prediction.options, [](const Prediction::Option& option) {
           return has_markup(option.label) || has_markup(option.words);
         });
}

}  // namespace

std::vector<LessonProblem> problems_of(const Lesson& lesson, std::vector<StepScenes>& scenes,
                                       const LessonVocabulary& vocabulary,
                                       const Progress* progress) {
  Checker checker(vocabulary, progress);
  for (const TextBlock& block : lesson.about) checker.check_about(block, scenes[0]);
  for (std::size_t n = 0; n < lesson.steps.size(); ++n) checker.check(lesson.steps[n], scenes[n]);
  std::vector<bool> showed_own;
  showed_own.reserve(scenes.size());
  for (const StepScenes& one : scenes) showed_own.push_back(shows_own_view(one));
  withhold_answers(lesson, vocabulary, scenes, progress);
  for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
    const bool is_withheld = showed_own[n] && !shows_own_view(scenes[n]);
    if (is_withheld) checker.check_withheld(lesson.steps[n], scenes[n]);
  }
  return std::move(checker).take();
}

std::vector<LessonProblem> check_lesson_text(std::string_view text,
                                             const LessonVocabulary& vocabulary) {
  try {
    const Lesson lesson = parse_lesson(text);
    LessonBudget budget;
    std::vector<StepScenes> scenes = scenes_of(lesson, budget);
    return problems_of(lesson, scenes, vocabulary);
  } catch (const LessonError& error) {
    return {{error.line(), error.what()}};
  }
}

std::vector<LessonProblem> missing_guidance(const Lesson& lesson) {
  std::vector<LessonProblem> problems;
  const auto need = [&](bool has, int line, const char* what) {
    if (!has) problems.push_back({line, what});
  };
  for (const LessonStep& step : lesson.steps) {
    need(step.stage || step.run, step.line, "the step has no stage: it shows the whole window");
    if (step.prediction) {
      need(!has_markup(*step.prediction), step.prediction->line,
           "answers and feedback are plain text: their * and ` are shown");
    }
    for (const LessonGoal& goal : step.goals) {
      need(!goal.task.empty(), goal.line, "the goal has no task (do:)");
      need(!goal.hint.empty(), goal.line, "the goal has no hint");
      need(!goal.after.empty(), goal.line, "the goal has no closing words (after)");
    }
  }
  return problems;
}

SoundLesson::SoundLesson(Lesson lesson, const LessonVocabulary& vocabulary, LessonBudget budget) {
  auto scenes = std::make_shared<std::vector<StepScenes>>(scenes_of(lesson, budget));
  const std::vector<LessonProblem> problems =
      problems_of(lesson, *scenes, vocabulary, budget.progress());
  if (!problems.empty()) {
    const std::size_t more = problems.size() - 1;
    throw LessonError(
        problems[0].text + (more > 0 ? " (and " + std::to_string(more) + " more)" : ""),
        problems[0].line);
  }
  lesson_ = std::make_shared<const Lesson>(std::move(lesson));
  scenes_ = std::move(scenes);
}

void withhold_answers(const Lesson& lesson, const LessonVocabulary& vocabulary,
                      std::vector<StepScenes>& scenes, const Progress* progress) {
  for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
    const auto& prediction = lesson.steps[n].prediction;
    if (!prediction) continue;
    const bool is_there = is_right_at_start(*prediction, scenes[n], progress);
    std::set<std::string> parts;
    for (const std::string_view name : names_of(*prediction)) {
      for (const bool elsewhere : {true, false}) {
        if (!elsewhere && !is_there) continue;
        for (std::string& part : vocabulary.parts_showing(name, elsewhere)) {
          parts.insert(std::move(part));
        }
      }
    }
    hide(scenes[n].start.scene, parts);
  }
}

}  // namespace attn
