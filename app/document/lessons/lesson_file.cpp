#include "app/document/lessons/lesson_file.h"

#include <algorithm>

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "app/document/lessons/lesson_lines.h"
#include "app/document/lessons/lesson_markdown.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/document/lessons/lesson_text.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// What is drawn in each frame is bounded, whoever wrote the lesson.
constexpr std::size_t kMostSteps = 100, kMostWords = 1 << 16, kMostTitle = 400;

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
      prediction.question.size() + prediction.right.size() + prediction.wrong.size();
  for (const auto& option : prediction.options) bytes += option.label.size() + option.words.size();
  for (const auto& item : prediction.items) bytes += item.size();
  return bytes;
}

void require_few_words(std::size_t bytes, std::size_t most, int line) {
  if (bytes <= most) return;
  throw LessonError("expected at most " + std::to_string(most) + " bytes of words here, found " +
                        std::to_string(bytes),
                    line);
}

void require_title(const std::string& title, int line) {
  require_few_words(title.size(), kMostTitle, line);
}

std::vector<LessonCondition> parse_conditions(std::string_view text, int line) {
  std::vector<LessonCondition> conditions;
  for_each_line(text, line, [&](std::string_view one, int number) {
    if (conditions.size() == kMostConditions) {
      throw LessonError("expected at most " + std::to_string(kMostConditions) + " conditions",
                        number);
    }
    try {
      conditions.push_back({Expression(one), number});
    } catch (const LessonError& error) {
      throw LessonError(error.what(), number);
    }
  });
  if (conditions.empty()) throw LessonError("expected a condition on each line, found none", line);
  return conditions;
}

class Reader {
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
      throw LessonError("expected what is learnt before the first step", 1);
    if (lesson_.steps.empty()) throw LessonError("expected steps, each begun by ##, found none", 1);
    require_few_words(bytes_of(lesson_.about), kMostWords, 1);
    for (const LessonStep& step : lesson_.steps) require_whole(step);
    LessonStep& first = lesson_.steps.front();
    first.changes.insert(first.changes.begin(), begins_with_.begin(), begins_with_.end());
    if (first.changes.empty()) {
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
    step.title = trimmed(part.plain());
    step.line = part.line;
    if (step.title.empty()) throw LessonError("a step without a title", part.line);
    require_title(step.title, part.line);
    if (lesson_.steps.size() == kMostSteps) {
      throw LessonError("expected at most " + std::to_string(kMostSteps) + " steps", part.line);
    }
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
    const auto once = [&](bool is_there) {
      if (is_there) throw LessonError("a step has one " + std::string(word) + " only", line);
    };
    if (word == "predict") {
      once(step.prediction.has_value());
      step.prediction = parse_prediction(rest, part.code, line);
      require_good_words(*step.prediction);
    } else if (word == "goal") {
      once(!step.goal.empty());
      step.goal = parse_conditions(part.code, line);
      step.goal_may_hold = !rest.empty();
    } else if (word == "solution") {
      once(step.solution.has_value());
      step.solution = SceneChange{part.code, line};
    } else if (word == "facts") {
      once(!step.facts.empty());
      step.facts = parse_conditions(part.code, line);
    } else if (word == "notes") {
      once(!step.notes.empty());
      take_notes(step, part);
    } else {
      throw LessonError("no block is called " + shown(word), line);
    }
  }

  static void take_notes(LessonStep& step, const MarkdownPart& part) {
    const int before = part.line - 1;
    try {
      for (const MarkdownPart& note : parse_markdown(part.code)) {
        if (!note.fence.empty()) throw LessonError("no blocks within notes", note.line);
        require_good_text(note.block);
        step.notes.push_back(note.block);
        for (TextRun& run : step.notes.back().runs) run.line += before;
      }
    } catch (const LessonError& error) {
      throw LessonError(error.what(), error.line() + before);
    }
  }

  static void add_change(std::vector<SceneChange>& changes, const MarkdownPart& part,
                         bool is_view) {
    const auto is_same = [&](const SceneChange& one) { return one.is_view == is_view; };
    if (std::ranges::any_of(changes, is_same)) {
      throw LessonError("one scene and one view are enough for a step", part.line);
    }
    // The view is of the scene, wherever it stands.
    changes.insert(is_view ? changes.end() : changes.begin(), {part.code, part.line, is_view});
  }

  static void require_good_text(const TextBlock& block) {
    for (const TextRun& run : block.runs) require_good(run, run.line);
  }

  /// Of words, or a run of them.
  static void require_good(const auto& words, int line) {
    try {
      require_expressions(words);
    } catch (const LessonError& error) {
      throw LessonError(error.what(), line);
    }
  }

  static void require_good_words(const Prediction& prediction) {
    require_good(prediction.question, prediction.line);
    for (const auto& option : prediction.options) {
      require_good(option.label, option.line);
      require_good(option.words, option.line);
    }
    require_good(prediction.right, prediction.right_line);
    require_good(prediction.wrong, prediction.wrong_line);
  }

  static void require_whole(const LessonStep& step) {
    if (step.text.empty()) throw LessonError("a step without a text", step.line);
    const std::size_t asked = step.prediction ? bytes_of(*step.prediction) : 0;
    require_few_words(bytes_of(step.text) + bytes_of(step.notes) + asked, kMostWords, step.line);
    if (!step.goal.empty() && !step.solution) {
      throw LessonError("expected a solution, which reaches the goal, found none",
                        step.goal[0].line);
    }
    if (step.solution && step.goal.empty()) {
      throw LessonError("a solution without a goal", step.solution->line);
    }
  }

  Lesson lesson_;
  std::vector<SceneChange> begins_with_;
};

}  // namespace

Lesson parse_lesson(std::string_view text) {
  if (valid_utf8(text) != text) throw LessonError("not UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Reader reader;
  for (const MarkdownPart& part : parse_markdown(text)) reader.take(part);
  return std::move(reader).finish();
}

Lesson read_lesson(const std::string& path) { return parse_lesson(read_lesson_text(path)); }

std::string read_lesson_text(const std::string& path) {
  try {
    return read_regular_file(path, kMostLessonBytes);
  } catch (const std::runtime_error& error) {
    throw LessonError(error.what());
  }
}

}  // namespace attn
