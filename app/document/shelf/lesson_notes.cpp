#include "app/document/shelf/lesson_notes.h"

#include <cstddef>
#include <string_view>

#include "app/document/lessons/lesson_prediction.h"
#include "app/document/lessons/lesson_text.h"

namespace attn {
namespace {

/// The page loads nothing and runs no scripts, whatever the lesson contains.
constexpr std::string_view kHead = R"(<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<style>
body { font: 18px/1.5 Inter, sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em;
       color: #2b2e3f; }
h1 { font-size: 28px; } h2 { font-size: 22px; margin: 1.6em 0 .3em; }
dl { margin: .4em 0; color: #5f647b; } dt { float: left; clear: left; width: 5em; }
dd { margin: 0 0 .2em 5em; } code, pre { font-size: 15px; } pre { white-space: pre-wrap; margin: 0; }
@media (prefers-color-scheme: dark) { body { background: #1b1e28; color: #e6e8f0; }
  dl { color: #a2a7ba; } }
@media print { body { font-size: 12pt; margin: 0; } h2 { break-after: avoid; } }
</style>
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string element(std::string_view name, const std::string& inside) {
  return "<" + std::string(name) + ">" + inside + "</" + std::string(name) + ">";
}

std::string words_of(std::string_view text, const Facts& facts) {
  return escaped(plain_text(fill(text, facts)));
}

std::string words_of(const TextRun& run, const Facts& facts) {
  std::string words = escaped(plain_text(fill(run, facts)));
  if (run.is_code) words = element("code", words);
  if (run.is_emphasis) words = element("em", words);
  if (run.is_strong) words = element("strong", words);
  return words;
}

std::string words_of(const TextBlock& block, const Facts& facts) {
  std::string words;
  for (const TextRun& run : block.runs) words += words_of(run, facts);
  return words;
}

/// Joins short texts to one line.
std::string line_of(const std::vector<TextBlock>& blocks, const Facts& facts) {
  std::string line;
  for (const TextBlock& block : blocks) line += (line.empty() ? "" : " ") + words_of(block, facts);
  return line;
}

std::string paragraphs_of(const std::vector<TextBlock>& blocks, const Facts& facts) {
  std::string all;
  for (const TextBlock& block : blocks) {
    const bool is_code = block.kind == TextBlock::Kind::kCode;
    const std::string marker = block.marker.empty() ? "" : escaped(block.marker) + " ";
    all += element(is_code ? "pre" : "p", marker + words_of(block, facts)) + "\n";
  }
  return all;
}

std::string row(std::string_view word, const std::string& said) {
  return said.empty() ? "" : element("dt", std::string(word)) + element("dd", said) + "\n";
}

std::string right_words(const Prediction& prediction, const Facts& facts) {
  if (prediction.kind != Prediction::Kind::kChoice) return words_of(prediction.right, facts);
  for (const Prediction::Option& option : prediction.options) {
    if (option.is_right)
      return words_of(option.label, facts) + " — " + words_of(option.words, facts);
  }
  return "";
}

std::string rows_of(const LessonStep& step, const StepScenes& scenes) {
  const Facts start{scenes.start, scenes.start}, shown{scenes.shown, scenes.start};
  std::string rows;
  if (const auto& prediction = step.prediction) {
    rows += row("Asks", line_of(prediction->question, start));
    rows += row("Answer", right_words(*prediction, shown));
  }
  for (std::size_t n = 0; n < step.goals.size(); ++n) {
    const LessonGoal& goal = step.goals[n];
    const Facts before{scenes.before(n), scenes.start}, reached{scenes.reached[n], scenes.start};
    rows += row("To do", line_of(goal.task, before));
    rows += row("Hint", line_of(goal.hint, before));
    rows += row("The way", element("pre", escaped(goal.solution.text)));
    rows += row("Then", line_of(goal.after, reached));
  }
  return rows.empty() ? "" : element("dl", "\n" + rows) + "\n";
}

}  // namespace

std::string speaker_notes(const SoundLesson& sound) {
  const Lesson& lesson = sound.lesson();
  const StepScenes& first = sound.scenes().front();
  const std::string title = words_of(lesson.title, {first.start, first.start});
  std::string page = "<!doctype html>\n" + std::string(kHead) + element("title", title) + "\n" +
                     element("h1", title) + "\n";
  for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
    const LessonStep& step = lesson.steps[n];
    const Facts facts{sound.scenes()[n].start, sound.scenes()[n].start};
    page += element("h2", std::to_string(n + 1) + ". " + words_of(step.title, facts)) + "\n" +
            rows_of(step, sound.scenes()[n]) + paragraphs_of(step.notes, facts);
  }
  return page;
}

}  // namespace attn
