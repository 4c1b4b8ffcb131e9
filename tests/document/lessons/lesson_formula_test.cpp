#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/formula.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_text.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "tests/document/any_vocabulary.h"

namespace attn::lesson_formula_test {
namespace {

const Evaluation& child() {
  static const Evaluation one =
      evaluated(parse_scene(asset("assets/examples/01-sleepy-child.attn.json")));
  return one;
}

Facts facts() { return {child(), child(), {}}; }

std::string filled(const std::string& tex) {
  std::string made = fill_formula(tex, facts());
  EXPECT_NO_THROW(read_formula(made)) << made;
  return made;
}

TEST(LessonFormula, HasTheScenesNumbers) {
  EXPECT_EQ(filled(R"(s = \val{scores[5][3]})"), "s = {7}");
  EXPECT_EQ(filled(R"(\value{v} + \val{−0.2 = values[1][0]})"), R"(\value{v} + {−0.2})");
  EXPECT_EQ(filled(R"(\val{embeddings["Book"]})"), "{0, 2, 1}");
  EXPECT_EQ(filled(R"(\val{(0, 2, 1) = embeddings["Book"]})"), "{(0, 2, 1)}");
  EXPECT_EQ(filled(R"(x^{\val{2 = embeddings["Book"][1]}})"), "x^{{2}}");
  EXPECT_EQ(filled(R"(\val{weights[9][9]})"), R"({\text{—}})");
  EXPECT_EQ(filled(R"tex(\val{"−10⁹"} + \val{"1/√512"})tex"), R"({−10^{9}} + {1/\sqrt{512}})");
  EXPECT_EQ(filled(R"tex(\val{"e / (e + 5/e)"})tex"), "{e / (e + 5/e)}");
  EXPECT_EQ(filled(R"tex(\val{largest(weights["Book"])})tex"), R"({\text{Reads}})");
  EXPECT_EQ(filled(R"(\val{percent(0.61)})"), "{61%}");
}

TEST(LessonFormula, AnythingThatATokenIsStaysAFormula) {
  for (const char* token :
       {"a{b", "}", "\\", "$", "^_&#", "\xE4\xBD\xA0", "-x-", "e", "<pad>", "√"}) {
    Scene scene = child().scene;
    scene.tokens[0] = token;
    const Evaluation now = evaluated(scene);
    const Facts of{now, now, {}};
    const std::string tex = fill_formula("x = \\val{tokens[0]}", of);
    EXPECT_NO_THROW(read_formula(tex)) << tex;
  }
}

TEST(LessonFormula, ClaimsAreCheckedAsAmongWords) {
  EXPECT_NO_THROW(require_true_formula_claims(R"(\val{7 = scores[5][3]})", facts()));
  EXPECT_THROW(require_true_formula_claims(R"(\val{8 = scores[5][3]})", facts()), LessonError);
  EXPECT_THROW(require_true_claims(R"(a $\val{weights[9][9]}$)", facts()), LessonError);
}

std::string problem(const std::string& tex, int& line) {
  try {
    require_formula(tex);
  } catch (const LessonError& error) {
    line = error.line();
    return error.what();
  }
  return "";
}

TEST(LessonFormula, WhatIsWrongIsToldWithItsLine) {
  struct Wrong {
    std::string tex;
    int line;
    std::string words;
  };
  const std::string deep(60, '{');
  for (const auto& [tex, line, words] :
       {Wrong{"a\n+ \\foo", 2, "\\foo"}, Wrong{"\\val{1 +}\n", 1, ""},
        Wrong{"x\n\n= \\val{scores[0", 3, "\\val{an expression}"},
        Wrong{"\\frac{a}", 1, "nothing follows"},
        Wrong{"\\val{scores[0][0]} \\bar", 1, "nothing follows"}, Wrong{deep, 1, "24 deep"},
        Wrong{std::string(5000, 'x'), 1, "4096 bytes"}}) {
    int at = 0;
    const std::string told = problem(tex, at);
    EXPECT_NE(told, "") << tex;
    EXPECT_NE(told.find(words), std::string::npos) << told;
    EXPECT_EQ(at, line) << tex;
  }
  int at = 0;
  EXPECT_EQ(problem(R"(\value{x} \val{1 = 1})", at), "");
}

TEST(LessonFormula, ItsTermsAreCheckedAsLinksAre) {
  EXPECT_EQ(
      lights_of_formula(R"(\term{weights/Book}{\frac{\term{values}{v}}{\val{scores[0][0]}}})"),
      (std::vector<std::string>{"weights/Book", "values"}));
  const std::string lesson =
      "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nIt is "
      "$\\term{weights/Bok}{x}$.\n";
  const auto problems = check_lesson_text(lesson, test::any_vocabulary());
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].line, 11);
  EXPECT_NE(problems[0].text.find("Bok"), std::string::npos);
}

}  // namespace
}  // namespace attn::lesson_formula_test
