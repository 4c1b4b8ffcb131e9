// Lessons that mean harm: each is refused in words with its line, and nothing else happens.

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "app/document/lessons/lesson_check.h"
#include "tests/document/any_vocabulary.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_attack_test {
namespace {

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t n = 0; n < count; ++n) all += text;
  return all;
}

/// Parts of an otherwise valid lesson.
struct Parts {
  std::string scene = "example 01-sleepy-child";
  std::string text = "Text.";
  std::string view = "/tab = \"weights\"";
  std::string when = R"(largest(weights["Book"]) == "Reads")";
  std::string then = "/normalizer/temperature = 2";
  std::string fact = "temperature == 1";
  std::string goal = "temperature == 0";
  std::string solution = "/normalizer/temperature = 0";
  std::string more = "";
};

std::string lesson(const Parts& parts) {
  return "# A lesson\n\nAbout.\n\n## Step\n\n" + parts.text + "\n\n```scene\n" + parts.scene +
         "\n```\n\n```view\n" + parts.view + "\n```\n\n```predict choice\nWhich?\n- [x] A | a\n" +
         "- [ ] B | b\nwhen: " + parts.when + "\nthen: " + parts.then + "\n```\n\n```facts\n" +
         parts.fact + "\n```\n\n```goal\n" + parts.goal + "\n```\n\n```solution\n" +
         parts.solution + "\n```\n" + parts.more;
}

std::vector<LessonProblem> problems_of(const Parts& parts) {
  return check_lesson_text(lesson(parts), test::any_vocabulary());
}

void expect_refused(const std::string& what, const Parts& parts, const std::string& words) {
  const auto problems = problems_of(parts);
  ASSERT_FALSE(problems.empty()) << what << " is taken";
  EXPECT_GT(problems[0].line, 0) << what << ": no line";
  EXPECT_NE(problems[0].text.find(words), std::string::npos) << what << ": " << problems[0].text;
  EXPECT_LT(problems[0].text.size(), 1000u) << what;
}

TEST(LessonAttack, TheLessonIsSoundWithoutIt) {
  for (const LessonProblem& problem : problems_of({})) {
    ADD_FAILURE() << problem.line << ": " << problem.text;
  }
}

constexpr std::size_t kMany = 75000;

TEST(LessonAttack, ExpressionsOfAnyLengthInAnyPlaceAreBounded) {
  const std::string too_many = "expected at most 1000 names", too_deep = "nested too deep";
  const std::tuple<std::string, std::string, std::string> expressions[] = {
      {"sums", "1" + repeated("+1", kMany) + " == 2", too_many},
      {"products", "1" + repeated("*1", kMany) + " == 2", too_many},
      {"or", "true" + repeated(" or true", kMany), too_many},
      {"and", "true" + repeated(" and true", kMany), too_many},
      {"not", repeated("not ", kMany) + "true", too_many},
      {"minus", repeated("-", kMany) + "1 == 1", too_many},
      {"comparisons", "1" + repeated(" == 1", kMany), too_many},
      {"indices", "weights" + repeated("[0]", kMany) + " == 1", too_many},
      {"items", "[1" + repeated(", 1", kMany) + "] == 1", too_many},
      {"arguments", "max(1" + repeated(", 1", kMany) + ") == 1", too_many},
      {"brackets", repeated("(", kMany) + "1" + repeated(")", kMany) + " == 1", too_deep},
      {"lists", repeated("[", kMany) + "1" + repeated("]", kMany) + " == 1", too_deep},
      {"calls", repeated("sum(", kMany) + "1" + repeated(")", kMany) + " == 1", too_deep},
      {"nested indices", repeated("tokens[", kMany) + "0" + repeated("]", kMany), too_deep},
      {"starts", repeated("start.", kMany) + "H == 1", "expected a name"}};
  for (const auto& [what, expression, words] : expressions) {
    for (auto Parts::*place : {&Parts::goal, &Parts::fact, &Parts::when}) {
      Parts parts;
      parts.*place = expression;
      expect_refused(what, parts, words);
    }
    Parts parts;
    parts.text = "Text `{" + expression.substr(0, expression.rfind(" == ")) + "}`.";
    expect_refused(what + " in a text", parts, what == "comparisons" ? too_many : words);
  }
}

TEST(LessonAttack, WhatAnExpressionIsBoundedByIsFarFromWhatALessonNeeds) {
  Parts parts;
  parts.fact = "1" + repeated("+1", 400) + " == 401";
  EXPECT_TRUE(problems_of(parts).empty());
  parts.fact = repeated("(", 50) + "1" + repeated(")", 50) + " == 1";
  EXPECT_TRUE(problems_of(parts).empty());
}

constexpr std::size_t kDeep = 66000;

TEST(LessonAttack, NothingThatAChangeMakesIsDeep) {
  const std::string lists = repeated("[", kDeep) + repeated("]", kDeep);
  const std::string objects = repeated("{\"a\": ", kDeep) + "1" + repeated("}", kDeep);
  const std::string levels = "at most 100 levels";
  const std::tuple<std::string, std::string, std::string> changes[] = {
      {"a list", "/view = " + lists, levels},
      {"an open list", "/view = " + repeated("[", kDeep), levels},
      {"an object", "/view = " + objects, levels},
      {"a patch", "{\"view\": " + objects + "}", levels},
      {"a whole scene", "{\"format\": 1, \"view\": " + objects + "}", levels},
      {"a pointer", repeated("/a", kDeep) + " = 1", "no such place"},
      {"a pointer of zeros", repeated("/0", kDeep) + " = 1", "no such place"},
      {"a pointer to nothing", repeated("/a", kDeep) + " = nothing", "there is no"},
      {"a pointer that is as deep as can be", "/view" + repeated("/a", 99) + " = " + "[[1]]",
       "levels of nesting"}};
  for (const auto& [what, change, words] : changes) {
    for (auto Parts::*place : {&Parts::scene, &Parts::view, &Parts::then, &Parts::solution}) {
      Parts parts;
      const bool is_first = place == &Parts::scene;
      const bool is_line = change.starts_with('/');
      if (place == &Parts::view && !is_line) continue;            // it has no such key
      if (is_first && change.starts_with("{\"view\"")) continue;  // it changes nothing yet
      parts.*place = (is_first && is_line ? "example 01-sleepy-child\n" : "") + change;
      expect_refused(what, parts, words);
    }
  }
}

TEST(LessonAttack, ListsGrowByOneItem) {
  for (const char* pointer : {"/embeddings/400000000", "/embeddings/7", "/embeddings/0/400000000",
                              "/tokens/4000000000", "/embeddings/99999999999999999999999",
                              "/embeddings/-1", "/embeddings/1e9", "/embeddings/00"}) {
    Parts parts;
    parts.solution = std::string(pointer) + " = 1";
    expect_refused(pointer, parts, "no such place in the scene");
    parts.solution = std::string(pointer) + " = nothing";
    expect_refused(pointer, parts, "there is no");
  }
  Parts parts;
  for (const char* key : {"new", "heads", "masks"}) {
    parts.solution = "/" + std::string(key) + "/400000000 = 1";  // a key of a new object
    expect_refused("a new list", parts, "/" + std::string(key));
  }
}

TEST(LessonAttack, WhatRandomMakesIsBoundedInAll) {
  Parts parts;
  parts.solution = "/embeddings = random(4096, 4096, 1)";
  expect_refused("one", parts, "expected at most 1048576 random numbers");
  parts.solution = "/embeddings = random(999999999999, 999999999999, 1)";
  expect_refused("more than can be counted", parts, "expected random(ROWS, COLUMNS, SEED)");
  parts.solution = repeated("/embeddings = random(512, 512, 1)\n", 5);
  expect_refused("several in a block", parts, "random numbers in a lesson");
  parts.solution = repeated("/embeddings = random(512, 512, 1)\n", 2) +
                   "/embeddings = random(6, 3, 1)\n/normalizer/temperature = 0";
  parts.then = repeated("/embeddings = random(512, 512, 1)\nthen: ", 2) +
               "/normalizer/temperature = 2\nthen: /embeddings = random(6, 3, 1)";
  expect_refused("several in several blocks", parts, "random numbers in a lesson");
}

/// `count` tokens in self-attention.
std::string scene_of(std::size_t count) {
  std::string tokens = "\"a\"";
  for (std::size_t n = 1; n < count; ++n) tokens += ",\"a\"";
  return "example 01-sleepy-child\n/tokens = [" + tokens +
         "]\n/values = nothing\n/embeddings = random(" + std::to_string(count) + ", 1, 1)";
}

TEST(LessonAttack, ScenesAreBounded) {
  Parts parts;
  parts.fact = parts.when = "true";
  parts.view = "/selection = null";
  parts.scene = scene_of(20000);
  expect_refused("more weights than a scene may have", parts, "/tokens");
  parts.scene = scene_of(4000);
  expect_refused("more weights than a lesson may have", parts, "at most 4194304 weights");
}

TEST(LessonAttack, WhatAFrameReadsIsBounded) {
  Parts parts;
  parts.fact = parts.when = "true";
  parts.view = "/selection = null";
  parts.scene = scene_of(300);
  EXPECT_TRUE(problems_of(parts).empty());
  parts.text = repeated("{max(weights)} ", 200);
  expect_refused("many numbers", parts, "more numbers than a frame can compute");
  parts.text = "Text.";
  parts.scene = scene_of(600);
  parts.fact = "length(tokens) == 600" + repeated(" and length(tokens) == 600", 90);
  EXPECT_TRUE(problems_of(parts).empty());
  parts.fact = "true\n" + repeated(parts.fact + "\n", 98);
  parts.text = repeated("{length(tokens)} ", 3800);
  expect_refused("many words", parts, "more numbers than a frame can compute");
  parts.fact = "true";
  parts.view = "/others = \"" + std::string(60000, 'x') + "\"";
  parts.text = repeated("{tab} ", 100);
  expect_refused("a long view", parts, "more numbers than a frame can compute");
}

TEST(LessonAttack, AChangeHasSomePlacesOnly) {
  Parts parts;
  parts.solution = repeated("/embeddings/0/0 = 1\n", 999) + "/normalizer/temperature = 0";
  EXPECT_TRUE(problems_of(parts).empty());
  parts.solution = "/normalizer/temperature = 0\n" + parts.solution;
  expect_refused("places", parts, "at most 1000 places");
}

TEST(LessonAttack, ACellIsFoundAmongManyAndTheSearchEnds) {
  const auto asked = [](std::size_t size) {
    Parts parts;
    parts.fact = "true";
    parts.view = "/selection = null";
    parts.scene = scene_of(size);
    parts.more =
        "\n## Step\n\nText.\n\n```view\n/tab = \"scores\"\n```\n\n```predict cell\nWhich?\n"
        "when: weights[cell_row][cell_column] == max(weights)\nright: a\nwrong: b\n```\n";
    return parts;
  };
  for (const LessonProblem& one : problems_of(asked(test::kIsSanitized ? 15 : 50))) {
    EXPECT_EQ(one.text.find("too many numbers"), std::string::npos) << one.text;
    EXPECT_EQ(one.text.find("a frame"), std::string::npos) << one.text;
  }
  if (test::kIsSanitized) return;  // to the bound it takes minutes
  const auto problems = problems_of(asked(300));
  EXPECT_TRUE(std::ranges::any_of(problems, [](const LessonProblem& one) {
    return one.text.find("conditions read too many numbers") != std::string::npos;
  }));
}

TEST(LessonAttack, AWordOfTheLessonTurnsNoneOfOurs) {
  Parts parts;
  parts.fact = "max(weights[\"\u05e9\u05dc\u05d5\u05dd\"]) == 1";
  expect_refused("a word from right to left", parts,
                 "no token is called \"\u2068\u05e9\u05dc\u05d5\u05dd\u2069\"");
}

TEST(LessonAttack, WordsAndStepsAreFew) {
  const std::string step = "\n## Step\n\nText.\n";
  Parts parts;
  parts.more = repeated(step, 98);
  EXPECT_TRUE(problems_of(parts).empty());
  parts.more = repeated(step, 100);
  expect_refused("steps", parts, "at most 100 steps");
  parts.more = "\n## " + repeated("long ", 200) + "\n\nText.\n";
  expect_refused("a title", parts, "at most 400 bytes");
  parts.more = "\n## Step\n\n" + repeated("word ", 40000);
  expect_refused("words", parts, "at most 65536 bytes");
  parts.more = "\n## Step\n\n" + repeated("- a\n", 40000);
  expect_refused("items", parts, "at most 65536 bytes");
  parts.more = "";
  parts.goal = repeated("temperature == 0\n", 200);
  expect_refused("conditions", parts, "at most 100 conditions");
  parts.goal = Parts().goal;
  parts.when = repeated("true\nwhen: ", 200) + "true";
  expect_refused("whens", parts, "at most 100 conditions");
}

TEST(LessonAttack, MarkdownOfAnyDepthIsReadOrRefused) {
  for (const char* piece : {">", "- ", "[", "*", "**a ", "`", "![", "[a](light:weights) ", "1. ",
                            "<b>", "&amp;", "| a ", "{", "{{", "\\"}) {
    Parts parts;
    parts.text = repeated(piece, 30000);
    problems_of(parts);  // one way or the other
  }
}

}  // namespace
}  // namespace attn::lesson_attack_test
