#include "app/document/lessons/lesson_prediction.h"

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_play.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"

namespace attn::lesson_prediction_test {
namespace {

const Evaluation& child() {
  static const Evaluation one =
      evaluated(parse_scene(asset("assets/examples/01-sleepy-child.attn.json")));
  return one;
}
Facts facts() { return {child(), child(), {}}; }

TEST(LessonPrediction, AsksForAChoice) {
  const Prediction one = parse_prediction("choice",
                                          "Which one\nis it?\n- [ ] Book | no\n- [x] Reads | yes\n"
                                          "when: largest(scores[5]) == \"Reads\"\n"
                                          "then: /normalizer/temperature = 0\n"
                                          "then: view {\"tab\": \"scores\"}",
                                          1);
  EXPECT_EQ(one.question.at(0).runs.at(0).text, "Which one is it?");
  ASSERT_EQ(one.then.size(), 2u);
  EXPECT_FALSE(one.then[0].is_view);
  EXPECT_TRUE(one.then[1].is_view);
  EXPECT_EQ(one.then[1].text, "{\"tab\": \"scores\"}");
  EXPECT_EQ(right_answer(one, facts()).option, 1u);
  EXPECT_FALSE(is_right(one, {.option = 0}, facts()));
  EXPECT_TRUE(is_right(one, {.option = 1}, facts()));
  EXPECT_EQ(feedback_to(one, {.option = 0}, false), "no");
}

TEST(LessonPrediction, PlacesThatAreSetTogetherAreOneChange) {
  const Prediction one = parse_prediction(
      "number", "How much?\nvalue: 1\nright: y\nwrong: n\nthen: /a = 1\nthen: /b = 2", 1);
  ASSERT_EQ(one.then.size(), 1u);
  EXPECT_EQ(one.then[0].text, "/a = 1\n/b = 2");
}

TEST(LessonPrediction, AsksForACell) {
  const Prediction one = parse_prediction(
      "cell",
      "Click it\nwhen: cell_query == \"Book\" and cell_key == \"Reads\"\nright: yes\nwrong: no", 1);
  EXPECT_EQ(right_answer(one, facts()).cell, (Cell{5, 3}));
  EXPECT_FALSE(is_right(one, {.cell = {3, 5}}, facts()));
  EXPECT_EQ(feedback_to(one, {}, true), "yes");
  EXPECT_EQ(feedback_to(one, {}, false), "no");
}

TEST(LessonPrediction, AsksForAnOrder) {
  const Prediction one = parse_prediction(
      "order", "Order them\nitems: Child, Reads, Book\nby: scores[\"Book\"]\nright: yes\nwrong: no",
      1);
  // Scores 0·1 − 2 − 2 = −4, 7 and 5.
  EXPECT_EQ(right_answer(one, facts()).order, (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_FALSE(is_right(one, {.order = {0, 1, 2}}, facts()));
}

TEST(LessonPrediction, AsksForANumber) {
  const Prediction one = parse_prediction(
      "number", "How much?\nvalue: scores[5][3]\nrange: -10 10\nwithin: 0.5\nright: y\nwrong: n",
      1);
  EXPECT_TRUE(is_right(one, {.number = 6.6}, facts()));
  EXPECT_FALSE(is_right(one, {.number = 6.4}, facts()));
  EXPECT_EQ(right_answer(one, facts()).number, 7);
}

TEST(LessonPrediction, SaysWhatIsWrong) {
  struct Row {
    const char *kind, *text, *part;
  };
  const Row rows[] = {
      {"guess", "x", "expected predict choice, cell, order or number, found guess"},
      {"", "x", "found none"},
      {"choice", "- [x] a | b\n- [ ] c | d\nwhen: true", "lacks a question"},
      {"choice", "q\n- [x] a | b\nwhen: true", "lacks a second answer"},
      {"choice", "q\n- [ ] a | b\n- [ ] c | d\nwhen: true", "lacks a right answer"},
      {"choice", "q\n- [x] a | b\n- [x] c | d\nwhen: true", "only one answer"},
      {"choice", "q\n- [x] a | b\n- [ ] c | d", "lacks when:"},
      {"choice", "q\n- [x] a\n- [ ] c | d\nwhen: true", "expected |"},
      {"choice", "q\n- a | b\n- [ ] c | d\nwhen: true", "expected - [x] or - [ ]"},
      {"choice", "q\n- [x] a | b\n- [ ] c | d\nwhen: tru", "no value is called tru"},
      {"choice", "q\n- [x] a | b\n- [ ] c | d\nwhen: true\nmore", "found more"},
      {"choice", "q\n- [x] a | b\n- [ ] c | d\nwhen: true\nvalue: 1", "has no value:"},
      {"cell", "q\nwhen: true\nwrong: n", "lacks right:"},
      {"cell", "q\nwhen: true\nright: n", "lacks wrong:"},
      {"order", "q\nitems: a\nby: scores[0]\nright: y\nwrong: n", "2 to 12 tokens"},
      {"order", "q\nby: scores[0]\nright: y\nwrong: n", "lacks items:"},
      {"order", "q\nitems: a, b\nright: y\nwrong: n", "lacks by:"},
      {"number", "q\nright: y\nwrong: n", "lacks value:"},
      {"number", "q\nvalue: 1\nrange: 2 1\nright: y\nwrong: n", "expected range:"},
      {"number", "q\nvalue: 1\nwithin: 0\nright: y\nwrong: n", "expected within:"},
      {"number", "q\nvalue: 1\nwhen: true\nright: y\nwrong: n", "has no when:"}};
  for (const Row& row : rows) {
    try {
      parse_prediction(row.kind, row.text, 1);
      ADD_FAILURE() << row.text;
    } catch (const LessonError& error) {
      EXPECT_NE(std::string(error.what()).find(row.part), std::string::npos)
          << row.text << ": " << error.what();
      EXPECT_GT(error.line(), 0);
    }
  }
}

}  // namespace
}  // namespace attn::lesson_prediction_test
