#include "app/document/lessons/lesson_file.h"

#include <algorithm>

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "app/document/lessons/lesson_markdown.h"
#include "app/document/lessons/lesson_parts.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/document/lessons/lesson_text.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Limits of what is drawn in each frame.
constexpr std::size_t kMostSteps = 100, kMostWords = 1 << 16, kMostTitle = 400;
/// Text under a step's dot.
constexpr std::size_t kMostShortTitle = 40;

std::size_t bytes_of(const std::vector<TextBlock>& blocks) {
  std::size_t bytes = 0;
  for (const TextBlock& block : blocks) {
    bytes += block.marker.size() + 1;
    for (const TextRun& run : block.runs) bytes += run.text.size() + run.light.size() + 1;
  }
  return bytes;
}

std::size_t bytes_of(const Prediction& prediction) {
  std::size_t bytes =
      bytes_of(prediction.question) + prediction.right.size() + prediction.wrong.size();
  for (const auto& option : prediction.options) bytes += option.label.size() + option.words.size();
  for (const auto& item : prediction.items) bytes += item.size();
  return bytes + bytes_of(prediction.hint);
}

std::size_t bytes_of(const LessonGoal& goal) {
  return bytes_of(goal.task) + bytes_of(goal.after) + bytes_of(goal.hint);
}

std::size_t words_in(const LessonStep& step) {
  std::size_t bytes = bytes_of(step.text) + bytes_of(step.notes);
  if (step.prediction) bytes += bytes_of(*step.prediction);
  for (const LessonGoal& goal : step.goals) bytes += bytes_of(goal);
  return bytes;
}

void require_few_words(std::size_t bytes, std::size_t most, int line) {
  if (bytes <= most) return;
  throw LessonError("expected at most " + std::to_string(most) + " bytes of text here, found " +
                        std::to_string(bytes),
                    line);
}

void require_title(const std::string& title, int line) {
  require_few_words(title.size(), kMostTitle, line);
}

void add_condition(std::vector<LessonCondition>& conditions, std::string_view text, int line) {
  require_room(conditions.size(), kMostConditions, "conditions", line);
  conditions.push_back({on_line(line, [&] { return Expression(text); }), line});
}

void require_some(const std::vector<LessonCondition>& conditions, int line) {
  if (conditions.empty()) throw LessonError("expected a condition on each line, found none", line);
}

std::vector<LessonCondition> parse_conditions(std::string_view text, int line) {
  std::vector<LessonCondition> conditions;
  for_each_line(text, line,
                [&](std::string_view one, int number) { add_condition(conditions, one, number); });
  require_some(conditions, line);
  return conditions;
}

/// Throws if an expression or formula in words, or in a run of them, is invalid.
void require_good(const auto& words, int line) {
  on_line(line, [&] { require_expressions(words); });
}

void require_good_text(const TextBlock& block) {
  for (const TextRun& run : block.runs) require_good(run, run.line);
}

/// Parses a block of text, and checks its expressions.
std::vector<TextBlock> parse_good_words(std::string_view what, std::string_view text, int line) {
  std::vector<TextBlock> words = parse_words(what, text, line);
  for (const TextBlock& block : words) require_good_text(block);
  return words;
}

/// Parses "do:" with the task on one line, then conditions.
LessonGoal parse_goal(std::string_view text, int line) {
  constexpr std::string_view kTask = "do:";
  LessonGoal goal;
  goal.line = line;
  for_each_line(text, line, [&](std::string_view one, int number) {
    if (!one.starts_with(kTask)) return add_condition(goal.conditions, one, number);
    if (!goal.task.empty()) throw LessonError("a goal has only one do:", number);
    goal.task = parse_good_words(kTask, trimmed(one.substr(kTask.size())), number);
  });
  require_some(goal.conditions, line);
  return goal;
}

/// Parses names separated by blanks and line breaks.
LessonStage parse_stage(std::string_view text, int line) {
  LessonStage stage;
  stage.line = line;
  std::vector<std::string> whole;  // parts of which single controls are named
  for_each_line(text, line, [&](std::string_view names, int number) {
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      if (stage.has(name)) throw LessonError("named twice: " + shown(name), number);
      const std::string part(part_named_by(name));
      if (!part.empty() && std::ranges::find(whole, part) == whole.end()) whole.push_back(part);
      require_room(stage.parts.size(), kMostStageParts, "parts", number);
      stage.parts.emplace_back(name);
      names = trimmed(names.substr(name.size()));
    }
  });
  if (stage.parts.empty()) throw LessonError("expected parts for the stage, found nothing", line);
  for (const std::string& part : whole) {
    if (stage.has(part)) {
      throw LessonError("expected all of " + shown(part) + " or single controls of it, found both",
                        line);
    }
    stage.parts.push_back(part);
  }
  return stage;
}

class LessonReader {
 public:
  void take(const MarkdownPart& part) {
    if (part.heading == 1) return take_title(part);
    if (lesson_.title.empty())
      throw LessonError("expected # and the lesson's title first", part.line);
    if (part.heading == 2) return begin_step(part);
    if (!part.fence.empty()) return take_fence(part);
    require_good_text(part.block);
    (lesson_.steps.empty() ? lesson_.about : lesson_.steps.back().text).push_back(part.block);
  }

  Lesson finish() && {
    if (lesson_.title.empty())
      throw LessonError("expected # and the lesson's title, found none", 1);
    if (lesson_.about.empty())
      throw LessonError("expected a text about the topic before the first step", 1);
    if (lesson_.steps.empty()) throw LessonError("expected steps, each begun by ##, found none", 1);
    require_few_words(bytes_of(lesson_.about), kMostWords, 1);
    for (const LessonStep& step : lesson_.steps) require_whole(step);
    LessonStep& first = lesson_.steps.front();
    first.changes.insert(first.changes.begin(), begins_with_.begin(), begins_with_.end());
    if (first.changes.empty() && !first.run) {
      throw LessonError("expected a scene before the first step or in it", first.line);
    }
    return std::move(lesson_);
  }

 private:
  void take_title(const MarkdownPart& part) {
    if (!lesson_.title.empty()) throw LessonError("only one title: steps begin with ##", part.line);
    lesson_.title = trimmed(part.plain());
    require_title(lesson_.title, part.line);
  }

  void begin_step(const MarkdownPart& part) {
    LessonStep step;
    const std::string whole = part.plain();
    const std::size_t bar = bar_of(whole);
    step.title = trimmed(std::string_view(whole).substr(0, bar));
    if (bar != std::string::npos) {
      step.short_title = trimmed(std::string_view(whole).substr(bar + 1));
      if (step.short_title.empty()) throw LessonError("expected a short title after |", part.line);
      require_few_words(step.short_title.size(), kMostShortTitle, part.line);
    }
    step.line = part.line;
    if (step.title.empty()) throw LessonError("a step without a title", part.line);
    require_title(step.title, part.line);
    takes_hint_ = nullptr;
    require_room(lesson_.steps.size(), kMostSteps, "steps", part.line);
    lesson_.steps.push_back(std::move(step));
  }

  void take_fence(const MarkdownPart& part) {
    const std::string_view fence = trimmed(part.fence);
    const std::string_view word = fence.substr(0, fence.find(' '));
    const std::string_view rest = trimmed(fence.substr(word.size()));
    const int line = part.line;
    const bool is_change = word == "scene" || word == "view";
    if (word != "predict" && !(word == "goal" && rest == "already") && !rest.empty()) {
      throw LessonError("expected ```" + std::string(word) + " alone, found " + shown(rest), line);
    }
    if (lesson_.steps.empty()) {
      if (!is_change) {
        throw LessonError("expected a step, ##, before " + shown(word), line);
      }
      return add_change(begins_with_, part, word == "view");
    }
    LessonStep& step = lesson_.steps.back();
    if (is_change) return add_change(step.changes, part, word == "view");
    const bool is_taken = take_of_step(step, word, rest, part) || take_of_goal(step, word, part);
    if (!is_taken) throw LessonError("no block is called " + shown(word), line);
  }

  static void require_first(bool is_first, std::string_view owner, std::string_view word,
                            int line) {
    if (is_first) return;
    throw LessonError(std::string(owner) + " has one " + std::string(word) + " only", line);
  }

  bool take_of_step(LessonStep& step, std::string_view word, std::string_view rest,
                    const MarkdownPart& part) {
    const auto once = [&](bool is_first) { require_first(is_first, "a step", word, part.line); };
    if (word == "predict") {
      once(!step.prediction);
      step.prediction = parse_prediction(rest, part.code, part.line);
      require_good_words(*step.prediction);
      takes_hint_ = &step.prediction->hint;
    } else if (word == "goal") {
      add_goal(step, part, !rest.empty());
    } else if (word == "stage") {
      once(!step.stage);
      step.stage = parse_stage(part.code, part.line);
    } else if (word == "train") {
      once(!step.run);
      step.run = parse_run(part.code, part.line);
    } else if (word == "facts") {
      once(step.facts.empty());
      step.facts = parse_conditions(part.code, part.line);
    } else if (word == "notes") {
      once(step.notes.empty());
      step.notes = parse_good_words(word, part.code, part.line);
    } else {
      return false;
    }
    return true;
  }

  void add_goal(LessonStep& step, const MarkdownPart& part, bool may_hold) {
    require_room(step.goals.size(), kMostGoals, "goals in a step", part.line);
    step.goals.push_back(parse_goal(part.code, part.line));
    step.goals.back().may_hold = may_hold;
    takes_hint_ = &step.goals.back().hint;
  }

  /// Handles parts of the preceding goal; a hint may also belong to the question.
  bool take_of_goal(LessonStep& step, std::string_view word, const MarkdownPart& part) {
    const auto once = [&](bool is_first) { require_first(is_first, "a goal", word, part.line); };
    const auto goal = [&](const char* what) -> LessonGoal& {
      if (!step.goals.empty()) return step.goals.back();
      throw LessonError(what + std::string(" without a goal"), part.line);
    };
    if (word == "solution") {
      LessonGoal& of = goal("a solution");
      once(of.solution.line == 0);
      constexpr std::string_view kLearn = "learn regression\n";
      of.is_learned = part.code.starts_with(kLearn);
      of.solution = of.is_learned ? SceneChange{part.code.substr(kLearn.size()), part.line + 1}
                                  : SceneChange{part.code, part.line};
    } else if (word == "after") {
      std::vector<TextBlock>& after = goal("closing words").after;
      once(after.empty());
      after = parse_good_words(word, part.code, part.line);
    } else if (word == "hint") {
      if (takes_hint_ == nullptr)
        throw LessonError("a hint without a question or a goal", part.line);
      require_first(takes_hint_->empty(), "a question or a goal", word, part.line);
      *takes_hint_ = parse_good_words(word, part.code, part.line);
    } else {
      return false;
    }
    return true;
  }

  static void add_change(std::vector<SceneChange>& changes, const MarkdownPart& part,
                         bool is_view) {
    const auto is_same = [&](const SceneChange& one) { return one.is_view == is_view; };
    if (std::ranges::any_of(changes, is_same)) {
      throw LessonError("a step has at most one scene and one view", part.line);
    }
    // Changes of the view come last, wherever they are written.
    changes.insert(is_view ? changes.end() : changes.begin(), {part.code, part.line, is_view});
  }

  static void require_good_words(const Prediction& prediction) {
    for (const TextBlock& block : prediction.question) require_good_text(block);
    for (const auto& option : prediction.options) {
      require_good(option.label, option.line);
      require_good(option.words, option.line);
    }
    require_good(prediction.right, prediction.right_line);
    require_good(prediction.wrong, prediction.wrong_line);
  }

  static void require_whole(const LessonStep& step) {
    if (step.text.empty()) throw LessonError("a step without a text", step.line);
    require_few_words(words_in(step), kMostWords, step.line);
    if (step.run && step.stage) {
      throw LessonError("a step that trains a network shows it: it has no stage", step.stage->line);
    }
    for (const LessonGoal& goal : step.goals) {
      if (step.run && goal.solution.line > 0) {
        throw LessonError("a goal of training is reached by its steps: it has no solution",
                          goal.solution.line);
      }
      if (step.run || goal.solution.line > 0) continue;
      throw LessonError("expected a solution, which reaches the goal, found none",
                        goal.conditions[0].line);
    }
  }

  Lesson lesson_;
  std::vector<SceneChange> begins_with_;
  std::vector<TextBlock>* takes_hint_ = nullptr;  // hint of the question or goal read last
};

}  // namespace

Lesson parse_lesson(std::string_view text) {
  if (valid_utf8(text) != text) throw LessonError("not UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  LessonReader reader;
  for (const MarkdownPart& part : parse_markdown(text)) reader.take(part);
  return std::move(reader).finish();
}

Lesson read_lesson(const std::string& path) {
  return parse_lesson(
      as_error<LessonError>([&] { return read_regular_file(path, kMostLessonBytes); }));
}

}  // namespace attn
