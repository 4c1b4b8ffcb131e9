#include "app/document/lessons/lesson_check.h"

#include <algorithm>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/document/lessons/lesson_text.h"
#include "app/document/scene_file/scene_parts.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// The part of the window in which that is which a term lights; empty where it is in no part that
/// can be hidden.
std::string part_of(const LessonLight& light) {
  constexpr std::pair<std::string_view, std::string_view> kParts[] = {
      {"embeddings", "embeddings.table"},
      {"values.", "inputs"},
      {"values", "embeddings.table"},
      {"queries.", "inputs"},
      {"queries", "queries"},
      {"heads.count", "heads"},
      {"heads.", "weights"},
      {"temperature", "temperature"},
      {"normalizer", "temperature"},
      {"score", "attention"},
      {"bias", "attention"},
      {"mask", "mask"},
      {"combine", "heads"},
      {"position", "position"},
  };
  if (light.is_control && light.name.starts_with("tab.")) return light.name;
  if (!light.is_control && light.name == "scores") return {};
  for (const auto& [prefix, part] : kParts) {
    if (light.name.starts_with(prefix)) return std::string(part);
  }
  return {};
}

/// Whether the view that the step begins with is there.
bool shows_own_view(const StepScenes& scenes) {
  const ViewState view = parse_view(scenes.start.scene.view);
  return !view.hidden.contains("tab." + view.tab);
}

/// So much is made anew in a frame without being felt.
Reading reading_of_a_frame(const Progress* progress) {
  return {1 << 22, "the step's expressions read more numbers than a frame has time for", progress};
}

class Checker {
 public:
  Checker(const LessonVocabulary& vocabulary, const Progress* progress)
      : vocabulary_(vocabulary), progress_(progress) {}

  void check(const LessonStep& step, const StepScenes& scenes) {
    // As in each frame of the window, all of them together.
    Reading reading = reading_of_a_frame(progress_);
    const Facts start{scenes.start, scenes.start, {}, &reading};
    const Facts shown{scenes.shown, scenes.start, {}, &reading};
    const Facts solved{scenes.solved, scenes.start, {}, &reading};
    check_view(scenes.start.scene, step);
    for (const TextBlock& block : step.text) check_text(block, start);
    for (const TextBlock& block : step.notes) check_text(block, start);
    for (const LessonCondition& fact : step.facts) {
      guarded(fact.line, [&] {
        if (!fact.expression.is_true(start))
          add(fact.line, "the fact does not hold: " + fact.expression.text());
      });
    }
    if (step.prediction) check_prediction(*step.prediction, shown);
    check_goal(step, start, shown, solved);
  }

  /// Where the step's own view is withheld.
  void check_withheld(const LessonStep& step, const StepScenes& scenes) {
    const ViewState view = parse_view(scenes.start.scene.view);
    if (step.prediction->kind == Prediction::Kind::kCell) {
      add(step.prediction->line,
          "the view shows what is asked, so that no cell can be clicked: " + shown(view.tab));
    }
    for (const TextBlock& block : step.text) {
      for (const TextRun& run : block.runs) {
        for (const std::string& light : lights_of(run)) {
          if (!light.starts_with(view.tab + "/") && light != view.tab) continue;
          add(run.line, "what is to be lit is what the prediction asks: " + view.tab);
        }
      }
    }
  }

  void check_about(const TextBlock& block, const StepScenes& first) {
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

  void check_view(const Scene& scene, const LessonStep& step) {
    const ViewState view = parse_view(scene.view);
    int line = step.line;
    for (const SceneChange& change : step.changes) line = change.line;
    if (!vocabulary_.is_tab(view.tab)) add(line, "there is no view " + shown(view.tab));
    if (view.hidden.contains("tab." + view.tab)) {
      add(line, "the view that is shown is hidden: " + shown(view.tab));
    }
    for (const auto& names : {view.hidden, view.locked}) {
      for (const std::string& name : names) {
        if (!vocabulary_.is_part(name))
          add(line, "nothing to hide or lock is called " + shown(name));
      }
    }
    if (view.head >= static_cast<Index>(scene.heads.size()))
      add(line, "the scene has no such head");
    if (view.selection && (view.selection->query >= scene.query_count() ||
                           view.selection->key >= scene.key_count())) {
      add(line, "the scene has no cell as is selected");
    }
  }

  void check_text(const TextBlock& block, const Facts& facts) {
    for (const TextRun& run : block.runs) {
      guarded(run.line, [&] { require_said(run, facts); });
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
    if (view.hidden.contains(part)) add(line, "what is to be lit is hidden: " + part);
    const bool is_of_pairs =
        !light.is_control && (light.name == "weights" || light.name == "scores");
    if (is_of_pairs && view.tab != light.name && vocabulary_.is_tab(view.tab)) {
      add(line, "the view " + shown(view.tab) + " shows no " + light.name + " to light");
    }
  }

  void check_prediction(const Prediction& prediction, const Facts& facts) {
    guarded(prediction.line, [&] { right_answer(prediction, facts); });
    const auto say = [&](std::string_view words, int line, const Facts& of) {
      guarded(line, [&] { require_said(words, of); });
    };
    say(prediction.question, prediction.line, facts.at_start());
    for (const auto& option : prediction.options) {
      say(option.label, option.line, facts);
      say(option.words, option.line, facts);
    }
    say(prediction.right, prediction.right_line, facts);
    say(prediction.wrong, prediction.wrong_line, facts);
  }

  void check_goal(const LessonStep& step, const Facts& start, const Facts& shown,
                  const Facts& solved) {
    if (step.goal.empty()) return;
    const std::string locked =
        locked_change(parse_view(shown.scene().view).locked, shown.scene(), solved.scene());
    if (!locked.empty())
      add(step.solution->line, "the solution changes what the step locks: " + locked);
    bool can_tell = true;
    for (const LessonCondition& one : step.goal) {
      try {
        if (!one.expression.is_true(solved)) {
          add(one.line, "the solution does not reach the goal: " + one.expression.text());
        }
      } catch (const LessonError& error) {
        add(one.line, error.what());
        can_tell = false;
      }
    }
    if (can_tell && !step.goal_may_hold && (hold(step.goal, start) || hold(step.goal, shown))) {
      add(step.goal[0].line, "the goal holds already at the start (say goal already if it may)");
    }
  }

  const LessonVocabulary& vocabulary_;
  const Progress* progress_;
  std::vector<LessonProblem> problems_;
};

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

std::vector<LessonProblem> check_lesson(const Lesson& lesson, const LessonVocabulary& vocabulary) {
  try {
    LessonBudget budget;
    std::vector<StepScenes> scenes = scenes_of(lesson, budget);
    return problems_of(lesson, scenes, vocabulary);
  } catch (const LessonError& error) {
    return {{error.line(), error.what()}};
  }
}

std::vector<LessonProblem> check_lesson_text(std::string_view text,
                                             const LessonVocabulary& vocabulary) {
  try {
    return check_lesson(parse_lesson(text), vocabulary);
  } catch (const LessonError& error) {
    return {{error.line(), error.what()}};
  }
}

}  // namespace attn
