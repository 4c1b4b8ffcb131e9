#include "app/document/lessons/lesson_check.h"

#include <gtest/gtest.h>

#include "app/document/lessons/lesson_file.h"

namespace attn::lesson_check_test {
namespace {

LessonVocabulary vocabulary() {
  return {.is_control =
              [](std::string_view name) {
                return name == "temperature" || name == "heads.0.width" || name == "heads.0.sink";
              },
          .is_part =
              [](std::string_view name) {
                return name == "mask" || name == "temperature" || name == "tab.weights" ||
                       name == "tab.scores" || name == "inspector" || name == "weights";
              }};
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), with);
}

constexpr const char* kGood = R"(# A weighted mean

What is learnt.

```scene
example 01-sleepy-child
```

## Look

Text with [a row](light:weights/Book), [a control](light:control/temperature), {scores[5][3]}.

```view
{"tab": "weights", "hidden": ["mask"]}
```

```predict choice
Which?
- [x] Reads | score {scores["Book"]["Reads"]}
- [ ] Child | score {scores["Book"]["Child"]}
when: largest(weights["Book"]) == "Reads"
then: /normalizer/temperature = 2
```

```facts
temperature == 1
```

```notes
Words for the *speaker*.
```

## Do

Make it hard.

```goal
temperature == 0
start.temperature == 2
```

```solution
/normalizer/temperature = 0
```
)";

TEST(LessonCheck, ASoundLessonHasNoProblems) {
  for (const LessonProblem& problem : check_lesson_text(kGood, vocabulary())) {
    ADD_FAILURE() << problem.line << ": " << problem.text;
  }
}

struct Broken {
  const char *old, *with;
  int line;
  const char* part;
};

TEST(LessonCheck, RefusesWhatIsBrokenWithItsLine) {
  const Broken rows[] = {
      {"# A weighted mean", "A weighted mean", 1, "title first"},
      {"## Look", "# Look", 9, "only one title"},
      {"What is learnt.", "", 1, "a text about the topic"},
      {"example 01-sleepy-child", "example 01", 6, "no example is called 01"},
      {"```scene\nexample 01-sleepy-child\n```", "", 12, "expected a whole scene"},
      {"Text with", "![x](y) Text with", 11, "pictures are not shown"},
      {"light:control/temperature", "other.md", 11, "expected a link to light:"},
      {"light:control/temperature", "light:control/temprature", 11,
       "no control is called temprature"},
      {"\"hidden\": [\"mask\"]", "\"hidden\": [\"temperature\"]", 11,
       "the highlighted part is hidden: temperature"},
      {"\"tab\": \"weights\"", "\"tab\": \"scores\"", 11,
       "the view scores shows no weights to highlight"},
      {"light:weights/Book", "light:weights/Boko", 11, "no token is called \"Boko\""},
      {"light:weights/Book", "light:weigths", 11, "no matrix weigths"},
      {"{scores[5][3]}", "{scores[5][3]", 11, "not closed"},
      {"{scores[5][3]}", "{scors[5][3]}", 11, "no value is called scors"},
      {"{scores[5][3]}", "{scores[5][9]}", 11, "expected an index"},
      {"\"tab\": \"weights\"", "\"tab\": \"wights\"", 14, "there is no view wights"},
      {"\"hidden\": [\"mask\"]", "\"hidden\": [\"msk\"]", 14, "is called msk"},
      {"{\"tab\": \"weights\",", "{\"tab\" \"weights\",", 14, "not JSON"},
      {"{\"tab\": \"weights\",", "{\"head\": 3,", 14, "no such head"},
      {"\"hidden\": [\"mask\"]", "\"hidden\": [\"tab.weights\"]", 14,
       "the current view is hidden: weights"},
      {"{\"tab\": \"weights\",", "{\"selection\": {\"query\": 9, \"key\": 0},", 14,
       "the selected cell is not in the scene"},
      {"predict choice", "predict guess", 18, "found guess"},
      {"- [x] Reads", "- [ ] Reads", 18, "lacks a right answer"},
      {"== \"Reads\"", "== \"Child\"", 18, "do not make the marked answer right"},
      {"{scores[\"Book\"][\"Child\"]}", "{scores[\"Book\"][\"Kind\"]}", 18, "no token"},
      {"then: /normalizer/temperature = 2", "then: /normalizer/temperature = -2", 22,
       "/normalizer"},
      {"temperature == 1", "temperature == 3", 26, "the fact does not hold"},
      {"```facts", "```fcts", 26, "no block is called fcts"},
      {"```notes", "```goal now", 30, "expected ```goal alone, found now"},
      {"*speaker*", "[speaker](x)", 30, "expected a link"},
      {"## Do\n\nMake it hard.", "## Do", 33, "a step without a text"},
      {"Make it hard.", "Make it hard.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |", 35, "tables"},
      {"temperature == 0", "temperature = 0", 38, "expected == for equal"},
      {"temperature == 0", "temperature == ", 38, "expected a name or a number"},
      {"temperature == 0", "temperature", 38, "expected something true or false"},
      {"temperature == 0", "entropy(1) < 0", 38, "expected a list of numbers"},
      {"temperature == 0", "entropy() < 0", 38, "expected a name or a number"},
      {"temperature == 0", "weights[7][0] > 0", 38, "expected an index"},
      {"temperature == 0", "temperature >= 0", 38, "holds at the start"},
      {"/normalizer/temperature = 0\n```", "/normalizer/temperature = 5\n```", 38,
       "the solution does not reach the goal"},
      {"```solution\n/normalizer/temperature = 0\n```", "", 38, "expected a solution"},
      {"```goal\ntemperature == 0\nstart.temperature == 2\n```", "", 40,
       "a solution without a goal"},
      {"temperature == 0\nstart.temperature == 2", "", 38, "expected a condition"},
      {"/normalizer/temperature = 0\n```", "/normalizer/temp = 0\n```", 43, "/normalizer/temp"},
      {"## Do",
       "## Do\n\n```scene\nexample 01-sleepy-child\n```\n\n```scene\n/values = nothing\n```", 40,
       "one scene and one view"},
      {"Words for", "Words {of} for", 30, "no value is called of"},
      {"{scores[5][3]}", "{8 = scores[5][3]}", 11, "the text says 8"},
      {"{scores[5][3]}", "{7 = scores[5][}", 11, "expected a name or a number"},
      {"```facts", "```stage\ntab.weights tab.wights temperature\n```\n\n```facts", 26,
       "no part to show is called tab.wights"},
      {"```facts", "```stage\n\n```\n\n```facts", 26, "expected parts for the stage"},
      {"```facts", "```stage\nmask temperature\nmask\n```\n\n```facts", 27, "named twice: mask"},
      {"```facts", "```stage\nheads.0.width weights\n```\n\n```facts", 26,
       "expected all of weights or single controls of it, found both"},
      {"```facts", "```stage\ntab.weights temperature heads.0.breadth\n```\n\n```facts", 26,
       "no part to show is called heads.0.breadth"},
      {"[a control](light:control/temperature)",
       "[a number](light:control/heads.0.sink)\n\n```stage\ntab.weights heads.0.width\n```\n\nand",
       11, "the highlighted part is not on the stage: heads.0.sink"},
      {"```facts", "```stage\ntab.weights\n```\n\n```facts", 11,
       "the highlighted part is not on the stage: temperature"},
      {"```facts", "```stage\ninspector temperature\n```\n\n```facts", 11,
       "the highlighted part is not on the stage: tab.weights"},
      {"```facts", "```stage\nmask\n```\n\n```stage\nmask\n```\n\n```facts", 30,
       "a step has one stage only"},
      {"then: /normalizer/temperature = 2\n```",
       "then: /normalizer/temperature = 2\nthen: view {\"tab\": \"scores\"}\n```\n\n```stage\n"
       "tab.weights temperature\n```",
       23, "the current view is not on the stage: scores"},
      {"## Look", "## Look |", 9, "expected a short title after |"},
      {"## Look", "## Look | Loooooooooooooooooooooooooooooooooooooook", 9,
       "expected at most 40 bytes"},
      {"```facts", "```after\nA.\n```\n\n```facts", 26, "closing words without a goal"},
      {"What is learnt.", "What is learnt.\n\n```hint\nh\n```", 6, "expected a step"},
      {"Make it hard.", "Make it hard.\n\n```hint\nh\n```", 38,
       "a hint without a question or a goal"},
      {"```facts", "```hint\n{weights}\n{weihgts}\n```\n\n```facts", 27,
       "no value is called weihgts"},
      {"temperature == 0", "do: It is {1 = temperature}.\ntemperature == 0", 38, "the text says 1"},
      {"temperature == 0", "do: A.\ndo: B.\ntemperature == 0", 39, "a goal has only one do:"},
      {"temperature == 0", "do:\ntemperature == 0", 38, "expected a text"},
      {"/normalizer/temperature = 0\n```",
       "/normalizer/temperature = 0\n```\n\n```after\nIt is {now: 2 = temperature}.\n```", 47,
       "the text says 2"},
      {"/normalizer/temperature = 0\n```",
       "/normalizer/temperature = 0\n```\n\n```hint\n[t](light:control/temprature)\n```", 47,
       "no control is called temprature"},
      {"/normalizer/temperature = 0\n```",
       "/normalizer/temperature = 0\n```\n\n```stage\ntab.weights mask\n```", 43,
       "the solution changes a part without a control on the stage: temperature"},
      {"/normalizer/temperature = 0\n```",
       "/normalizer/temperature = 0\n```\n\n```goal\ntemperature < 1\n```\n\n```solution\n"
       "/normalizer/temperature = 0.5\n```",
       47, "holds at the start"},
      {"/normalizer/temperature = 0\n```",
       "/normalizer/temperature = 0\n```\n\n```goal\ntemperature > 1\n```", 47,
       "expected a solution"},
      {"/normalizer/temperature = 0\n```",
       "/normalizer/temperature = 0\n```\n\n```solution\n/normalizer/temperature = 3\n```", 47,
       "a goal has one solution only"},
      {"- [ ] Child", "- [ ] Child {2 = temperature}", 21, "the text says 2"},
      {"score {scores[\"Book\"][\"Child\"]}", "{now: 1 = temperature}", 21, "the text says 1"},
      {"Words for", "Words {6 = M + L} for", 30, "the text says 6"},
      {"Make it hard.", "Make it hard.\n\n```view\n{\"locked\": [\"mask\", \"temperature\"]}\n```",
       47, "the solution changes a part that the step locks: temperature"},
  };
  for (const Broken& row : rows) {
    const auto problems = check_lesson_text(replaced(kGood, row.old, row.with), vocabulary());
    ASSERT_FALSE(problems.empty()) << row.with;
    EXPECT_NE(problems[0].text.find(row.part), std::string::npos)
        << row.with << ": " << problems[0].text;
    EXPECT_NEAR(problems[0].line, row.line, 2) << row.with << ": " << problems[0].text;
  }
}

TEST(LessonCheck, RefusesWhatIsNoLesson) {
  EXPECT_EQ(check_lesson_text("", vocabulary())[0].text,
            "expected # and the lesson's title, found none");
  EXPECT_EQ(check_lesson_text("# A\n\nb\n", vocabulary())[0].text.find("expected steps"), 0u);
  EXPECT_EQ(check_lesson_text("# A\xff", vocabulary())[0].text, "not UTF-8");
  EXPECT_EQ(check_lesson_text("```goal\ntrue\n```\n", vocabulary())[0].text.find("expected #"), 0u);
  EXPECT_EQ(check_lesson_text("# A\n\nb\n\n```goal\ntrue\n```\n", vocabulary())[0].text,
            "expected a step, ##, before goal");
}

TEST(LessonCheck, AGoalMayHoldAlreadyWhereThatIsSaid) {
  const std::string text = replaced(replaced(kGood, "temperature == 0", "temperature >= 0"),
                                    "```goal", "```goal already");
  EXPECT_TRUE(check_lesson_text(text, vocabulary()).empty());
}

/// Vocabulary in which two views and the row show the weights; the row's curves belong to other
/// views too.
LessonVocabulary showing_vocabulary() {
  LessonVocabulary all = vocabulary();
  all.parts_showing = [](std::string_view name, bool elsewhere) -> std::vector<std::string> {
    if (name != "weights") return {};
    if (elsewhere) return {"row"};
    return {"tab.weights", "tab.graph", "row"};
  };
  return all;
}

/// Parts that the step hides until the prediction (with `lines`) is answered, and the error.
std::pair<std::set<std::string>, std::string> withheld_by(const std::string& kind,
                                                          const std::string& lines) {
  const Lesson lesson = parse_lesson(
      "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\n[T](light:weights/0)\n\n"
      "```view\n{\"tab\": \"weights\"}\n```\n\n```predict " +
      kind + "\nWhich?\n" + lines + "\n```\n");
  LessonBudget budget;
  std::vector<StepScenes> scenes = scenes_of(lesson, budget);
  std::string words;
  for (const LessonProblem& problem : problems_of(lesson, scenes, showing_vocabulary())) {
    words += problem.text + "; ";
  }
  EXPECT_TRUE(parse_view(scenes[0].shown.scene.view).hidden.empty()) << "until it is answered";
  return {parse_view(scenes[0].start.scene.view).hidden, words};
}

/// A step with a goal, in which `more` says the rest.
std::string guided(const std::string& more) {
  return std::string("# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n\n") +
         more;
}

TEST(LessonCheck, AWholeStageIsSound) {
  const std::string text = guided(
      "```stage\ntab.weights tab.scores temperature\n```\n\n```predict cell\nWhich?\n"
      "when: cell_query == \"Book\"\nright: y\nwrong: n\nthen: view {\"tab\": \"scores\"}\n"
      "```\n\n```goal\ndo: Do.\ntemperature > 2\n```\n\n```hint\nh\n```\n\n"
      "```solution\n/normalizer/temperature = 3\n```\n\n```after\n[a](light:scores)\n```\n");
  for (const LessonProblem& one : check_lesson_text(text, vocabulary())) {
    ADD_FAILURE() << one.line << ": " << one.text;
  }
  EXPECT_TRUE(missing_guidance(parse_lesson(text)).empty());
}

TEST(LessonCheck, TheViewThatIsShownIsOnTheStage) {
  const auto problems = check_lesson_text(
      guided("```stage\ntab.scores\n```\n\n```view\n{\"tab\": \"weights\"}\n```\n"), vocabulary());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0], (LessonProblem{18, "the current view is not on the stage: weights"}));
}

TEST(LessonCheck, ACellIsClickedInAView) {
  const auto problems =
      check_lesson_text(guided("```stage\ntemperature\n```\n\n```predict cell\nWhich?\n"
                               "when: cell_query == \"Book\"\nright: y\nwrong: n\n```\n"),
                        vocabulary());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0],
            (LessonProblem{18, "the stage has no view in which a cell can be clicked"}));
}

TEST(LessonCheck, TellsWhatALearnerIsNotGuidedBy) {
  const auto missing = missing_guidance(parse_lesson(
      guided("```goal\ntemperature > 2\n```\n\n```solution\n/normalizer/temperature = 3\n```\n")));
  ASSERT_EQ(missing.size(), 4u);
  EXPECT_EQ(missing[0].line, 9);
  EXPECT_NE(missing[0].text.find("no stage"), std::string::npos);
  for (std::size_t n = 1; n < missing.size(); ++n) EXPECT_EQ(missing[n].line, 14);
  EXPECT_NE(missing[1].text.find("do:"), std::string::npos);
  EXPECT_NE(missing[2].text.find("hint"), std::string::npos);
  EXPECT_NE(missing[3].text.find("after"), std::string::npos);
}

TEST(LessonCheck, TellsOfEmphasisThatAnAnswerWouldShowAsItIsWritten) {
  const auto missing_of = [](const std::string& answers) {
    return missing_guidance(
        parse_lesson(guided("```stage\ntab.weights\n```\n\n```predict choice\nWhich *one*?\n" +
                            answers + "when: temperature == 1\n```\n")));
  };
  EXPECT_TRUE(missing_of("- [x] a | {2 * L} is $2 * L$\n- [ ] c | d\n").empty());
  for (const char* answers : {"- [x] *a* | b\n- [ ] c | d\n", "- [x] a | `b`\n- [ ] c | d\n",
                              "- [x] a | b\n- [ ] c | {2} of *d*\n"}) {
    const auto missing = missing_of(answers);
    ASSERT_EQ(missing.size(), 1u) << answers;
    EXPECT_NE(missing[0].text.find("plain text"), std::string::npos);
  }
}

TEST(LessonCheck, WhatAPredictionAsksIsWithheld) {
  using Parts = std::set<std::string>;
  const Parts all{"tab.weights", "tab.graph", "row"}, elsewhere{"row"}, none;
  const std::string words = "right: y\nwrong: n\n", number = "range: 0 10\nwithin: 0.1\n" + words;
  const std::string options = "- [x] a | b\n- [ ] c | d\n";
  const std::string colder = "then: /normalizer/temperature = 0.1";
  const std::tuple<std::string, std::string, Parts> rows[] = {
      {"number", "value: weights[5][3]\n" + number, all},
      {"number", "value: weights[5][3]\nthen: /normalizer/temperature = 1\n" + number, all},
      {"number", "value: 1 - weights[5][3]\nthen: view {\"tab\": \"scores\"}\n" + number, all},
      {"number", "value: weights[5][5] / 2\n" + number + colder, all},  // as near as is asked
      {"number", "value: 9 * weights[5][3]\n" + number + colder, elsewhere},
      {"number", "value: sum(start.weights[5])\n" + number, none},
      {"number", "value: scores[5][3]\n" + number, none},
      {"order", "items: Child, Book, Reads\nby: weights[5]\n" + words, all},
      {"choice", options + "when: weights[5][3] > 0.8", all},
      {"choice", options + "when: weights[5][3] > 0.9\n" + colder, elsewhere},
      {"choice", options + "when: L == 6", none},
      {"cell", "when: cell_query == \"Book\" and cell_key == largest(weights[5])\n" + words, all}};
  for (const auto& [kind, lines, parts] : rows) {
    SCOPED_TRACE(lines);
    const auto [hidden, problems] = withheld_by(kind, lines);
    EXPECT_EQ(hidden, parts);
    const bool is_lit = parts == all;
    EXPECT_EQ(problems.find("the term highlights the answer to the prediction") != problems.npos,
              is_lit);
    EXPECT_EQ(problems.find("no cell can be clicked") != problems.npos, is_lit && kind == "cell");
  }
}

}  // namespace
}  // namespace attn::lesson_check_test
