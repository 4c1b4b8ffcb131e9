#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "app/document/files/utf8.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson_check.h"

namespace attn {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Words before a reference number.
constexpr std::string_view kReferences[] = {"lesson",    "eq.",      "figure", "table",
                                            "algorithm", "footnote", "head",   "number"};

std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  while (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
  }
  return at;
}

bool is_year(std::string_view number) {
  return number.size() == 4 && (number.starts_with("19") || number.starts_with("20"));
}

bool is_reference(std::string_view before, std::string_view number, std::string_view after) {
  if (before.ends_with("§") || is_year(number)) return true;
  if (after.starts_with("-entmax")) return true;  // a name
  const bool is_named = !before.empty() && (is_letter(before.back()) || before.back() == '.');
  if (is_named || (!after.empty() && is_letter(after.front()))) return true;
  const std::string word = with_small_letters(before);
  return std::ranges::any_of(kReferences, [&](std::string_view reference) {
    return word.ends_with(std::string(reference) + " ");
  });
}

/// End of an expression that starts at `at`, or of a brace; else `at`.
std::size_t end_of_expression(std::string_view text, std::size_t at) {
  if (text[at] != '{') return at;
  if (text.substr(at).starts_with("{{")) return at + 2;
  return std::min(text.find('}', at), text.size() - 1) + 1;
}

/// End of a number of the scene, an index or a power in a formula that starts at `at`; else `at`.
/// These numbers are not claims.
std::size_t end_of_tex_aside(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("\\val{")) return std::min(text.find('}', at), text.size() - 1) + 1;
  if (rest.front() != '_' && rest.front() != '^') return at;
  if (!rest.substr(1).starts_with('{')) return std::min(at + 2, text.size());
  std::size_t end = at + 2;
  for (int depth = 1; end < text.size() && depth > 0; ++end) {
    depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
  }
  return end;
}

class Finder {
 public:
  std::vector<LessonProblem> take() && { return std::move(problems_); }

  void find(const std::vector<TextBlock>& blocks) {
    for (const TextBlock& block : blocks) {
      std::string before;  // text of another style may precede a number
      for (const TextRun& run : block.runs) {
        const std::string text = run.is_code ? as_words(run.text) : run.text;
        find(text, run.line, before);
        before = text;
      }
    }
  }

  void find(const LessonStep& step) {
    of_goal_.clear();
    for (const LessonGoal& goal : step.goals) {
      for (const LessonCondition& one : goal.conditions) add_numbers_of(one.expression.text());
    }
    find(step.text);
    find(step.notes);
    for (const LessonGoal& goal : step.goals) {
      find(goal.task);
      find(goal.after);
      find(goal.hint);
    }
    if (!step.prediction) return;
    const Prediction& prediction = *step.prediction;
    find(prediction.question);
    for (const auto& option : prediction.options) {
      if (option.is_right) find(option.label, option.line);
      find(option.words, option.line);
    }
    find(prediction.right, prediction.right_line);
    find(prediction.wrong, prediction.wrong_line);
    find(prediction.hint);
  }

 private:
  void add_numbers_of(const std::string& condition) {
    for (const NumberPlace& place : bare_numbers(condition)) {
      of_goal_.insert(condition.substr(place.at, place.size));
    }
  }

  void find(std::string_view text, int line, std::string_view before = {}) {
    const std::string whole = std::string(before) + std::string(text);
    for (const NumberPlace& place : bare_numbers(whole)) {
      const std::string number = whole.substr(place.at, place.size);
      if (place.at < before.size() || of_goal_.contains(number)) continue;
      problems_.push_back({line, "nothing checks " + number + " in \u201C" +
                                     std::string(around(whole, place)) + "\u201D"});
    }
  }

  /// Context of a number, in complete characters.
  static std::string_view around(std::string_view text, const NumberPlace& place) {
    constexpr std::size_t kWords = 24;
    const auto is_middle = [&](std::size_t n) {
      return n < text.size() && (static_cast<unsigned char>(text[n]) & 0xC0U) == 0x80U;
    };
    std::size_t begin = place.at > kWords ? place.at - kWords : 0;
    std::size_t end = std::min(text.size(), place.at + place.size + kWords);
    while (is_middle(begin)) ++begin;
    while (is_middle(end)) ++end;
    return text.substr(begin, end - begin);
  }

  std::set<std::string> of_goal_;
  std::vector<LessonProblem> problems_;
};

}  // namespace

std::vector<NumberPlace> bare_numbers(std::string_view text) {
  std::vector<NumberPlace> found;
  const std::vector<Dollars> dollars = dollars_of(text);
  auto formula = dollars.begin();
  for (std::size_t n = 0; n < text.size();) {
    while (formula != dollars.end() && formula->end <= n) ++formula;
    const bool is_tex = formula != dollars.end() && formula->begin <= n;
    const std::size_t unsaid = is_tex ? end_of_tex_aside(text, n) : end_of_expression(text, n);
    if (unsaid > n) {
      n = unsaid;
    } else if (is_digit(text[n])) {
      const std::size_t end = end_of_number(text, n);
      const std::string_view number = text.substr(n, end - n);
      if (!is_reference(text.substr(0, n), number, text.substr(end))) found.push_back({n, end - n});
      n = end;
    } else {
      ++n;
    }
  }
  return found;
}

std::vector<LessonProblem> unchecked_numbers(const Lesson& lesson) {
  Finder finder;
  finder.find(lesson.about);
  for (const LessonStep& step : lesson.steps) finder.find(step);
  return std::move(finder).take();
}

}  // namespace attn
