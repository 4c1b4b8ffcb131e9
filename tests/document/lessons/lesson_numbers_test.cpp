// Every number that a shipped lesson states is checked against the engine.

#include <gtest/gtest.h>

#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_file.h"
#include "tests/document/any_vocabulary.h"
#include "tests/document/shipped_lessons.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_numbers_test {
namespace {

using test::shipped_lessons;

std::vector<std::string> bare(const std::string& text) {
  std::vector<std::string> numbers;
  for (const NumberPlace& place : bare_numbers(text)) {
    numbers.push_back(text.substr(place.at, place.size));
  }
  return numbers;
}

TEST(LessonNumbers, AreThoseOutsideOfBracesAndReferences) {
  EXPECT_EQ(bare("at 0.25 of 3, {7 = x} and {8}, {{9}"),
            (std::vector<std::string>{"0.25", "3", "9"}));
  EXPECT_TRUE(bare("lesson 4, eq. 5, §3.2.1, Bahdanau et al. 2015, k1, 1D, appendix A.1.2, "
                   "figure 3, Head 0, 1.5-entmax")
                  .empty());
  EXPECT_EQ(bare("1900 keys end 1899."), (std::vector<std::string>{"1899"})) << "no year";
}

TEST(LessonNumbers, OfFormulasAreThoseThatNoIndexHas) {
  EXPECT_EQ(bare("$x_0 + y^{2j} = \\val{7 = x} \\cdot 3$ and 4 {5}"),
            (std::vector<std::string>{"3", "4"}));
  EXPECT_EQ(bare("$\\frac{1}{2}$"), (std::vector<std::string>{"1", "2"}));
}

TEST(LessonNumbers, OfShippedLessonsAreAllChecked) {
  ASSERT_EQ(shipped_lessons().size(), 25u);
  for (const Asset* lesson : shipped_lessons()) {
    for (const LessonProblem& problem : unchecked_numbers(parse_lesson(lesson->bytes))) {
      ADD_FAILURE() << lesson->path << ":" << problem.line << ": " << problem.text;
    }
  }
}

/// Positions of the last digit of each number before the = of {WRITTEN = EXPRESSION}.
std::vector<std::size_t> claimed_digits(std::string_view text) {
  std::vector<std::size_t> places;
  const auto is_digit = [&](std::size_t n) {
    return n < text.size() && text[n] >= '0' && text[n] <= '9';
  };
  for (auto open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const auto close = text.find('}', open);
    const std::string_view inner = text.substr(open, close - open);
    const auto sign = inner.find(" = ");
    if (close == text.npos || sign == inner.npos || inner.find('"') < sign) continue;
    if (inner.find('{', 1) != inner.npos || inner.find('\n') < sign) continue;
    for (std::size_t n = open; n < open + sign; ++n) {
      if (is_digit(n) && !is_digit(n + 1)) places.push_back(n);
    }
  }
  return places;
}

/// One number at a time is changed by the least that can be written: the check has to see it.
TEST(LessonNumbers, ThatAreChangedFailTheCheck) {
  int changed = 0;
  for (const Asset* lesson : shipped_lessons()) {
    const std::string text(lesson->bytes);
    for (const std::size_t at : claimed_digits(text)) {
      if (!test::is_tried(changed++)) continue;
      std::string wrong = text;
      wrong[at] = wrong[at] == '9' ? '8' : static_cast<char>(wrong[at] + 1);
      const auto problems = check_lesson_text(wrong, test::any_vocabulary());
      const auto begin = wrong.rfind('{', at);
      const std::string words = wrong.substr(begin, wrong.find('}', begin) + 1 - begin);
      if (problems.empty()) {
        ADD_FAILURE() << lesson->path << ": " << words;
      } else {
        EXPECT_EQ(problems[0].text.find("the text says"), 0u)
            << lesson->path << ": " << words << ": " << problems[0].text;
      }
    }
  }
  EXPECT_GT(changed, 200);
}

}  // namespace
}  // namespace attn::lesson_numbers_test
