// How far a goal is, by the numbers that it asks for.

#include <gtest/gtest.h>

#include "app/document/lessons/lesson_play.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"

namespace attn::lesson_goal_test {
namespace {

Evaluation at(float temperature) {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  scene.normalizer.temperature = temperature;
  return evaluated(std::move(scene));
}

LessonGoal goal(std::initializer_list<const char*> conditions) {
  LessonGoal made;
  for (const char* one : conditions) made.conditions.push_back({Expression(one), 1});
  return made;
}

/// How it stands at temperature `now`, where it began at 1.
GoalState state(std::initializer_list<const char*> conditions, float now) {
  const Evaluation start = at(1), present = at(now);
  return state_of(goal(conditions), {present, start}, {start, start});
}

struct Row {
  const char* condition;
  float temperature;
  const char *now, *mark;
  double share;
};

TEST(LessonGoal, TheDistanceIsThatOfWhatIsCompared) {
  const Row rows[] = {
      // The weight of Reads for Book is 0.877 at first.
      {"weights[5][3] > 0.99", 1, "0.88", "of 0.99", 0.8863},
      {"0.99 < weights[5][3]", 1, "0.88", "of 0.99", 0.8863},
      {"(weights[5][3] > 0.99)", 1, "0.88", "of 0.99", 0.8863},
      {"weights[5][3] > 0.99 and L == 6", 1, "0.88", "of 0.99", 0.8863},
      {"L == 6 and weights[5][3] > 0.99", 1, "0.88", "of 0.99", 0.8863},
      {"temperature < 0.25", 1, "1.00", "wanted below 0.25", 0},
      {"temperature < 0.25", 0.5, "0.50", "wanted below 0.25", 2.0 / 3},
      {"temperature < 0.25", 3, "3.00", "wanted below 0.25", 0},
      {"temperature == 3", 1, "1", "wanted 3", 0},
      {"temperature == 3", 2, "2", "wanted 3", 0.5},
      {"temperature == 3", 3.5, "3.5", "wanted 3", 0.75},
      {"near(temperature, 2, 0.1)", 1.5, "1.5", "wanted 2", 0.5},
      {"near(2, temperature, 0.1)", 1.5, "1.5", "wanted 2", 0.5},
      {"near([temperature, 2], [2, 2], 0.1)", 1.5, "1.5", "wanted 2", 0.5},
      {"2 < temperature < 3", 1, "1", "of 2", 0.5},
      {"2 < temperature < 3", 4, "4", "wanted below 3", 0.5},
      {"temperature > start.temperature + 1", 1, "1", "of 2", 0.5},
      {"-temperature > -0.5", 1, "−1.0", "of −0.5", 0},
      {"-temperature > -0.5", 0.75, "−0.75", "of −0.5", 0.5},
      {"temperature > 1.001", 1.0009F, "1.0009", "of 1.001", 0.9999},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.condition);
    const GoalState found = state({row.condition}, row.temperature);
    EXPECT_FALSE(found.holds);
    ASSERT_TRUE(found.distance);
    EXPECT_EQ(found.distance->now, row.now);
    EXPECT_EQ(found.distance->mark, row.mark);
    EXPECT_NEAR(found.distance->share, row.share, 2e-4);
  }
}

TEST(LessonGoal, WhatHasNoDistanceHasNone) {
  for (const char* condition :
       {"normalizer == \"sparsemax\"", "temperature != 1", "not temperature == 1",
        "temperature > 2 or L == 7", "weights[5][3] < weights[5][0]", "masked(0, 1)",
        "values == [1, 2]", "near(values, [1, 2], 1)", "temperature == inf", "1 > 2",
        "contains(masks, \"causal\")", "weights[9][0] > 1", "largest(weights[5]) == \"The\""}) {
    SCOPED_TRACE(condition);
    const GoalState found = state({condition}, 1);
    EXPECT_FALSE(found.holds);
    EXPECT_FALSE(found.distance);
    EXPECT_FALSE(found.has_spoiled);
  }
}

TEST(LessonGoal, TheFirstConditionWithADistanceTellsIt) {
  const GoalState found =
      state({"L == 6", "normalizer == \"sparsemax\"", "temperature > 4", "temperature > 8"}, 2);
  ASSERT_TRUE(found.distance);
  EXPECT_EQ(found.distance->mark, "of 4");
  EXPECT_TRUE(state({"L == 6", "temperature > 1"}, 2).holds);
  EXPECT_FALSE(state({"L == 6", "temperature > 1"}, 2).distance);
}

TEST(LessonGoal, WhatWasToStayAndDidNotIsTold) {
  EXPECT_TRUE(state({"weights[5][3] > 0.99", "temperature == 1"}, 0.5).has_spoiled);
  EXPECT_TRUE(state({"weights[5][3] > 0.5", "weights == start.weights"}, 0.5).has_spoiled);
  EXPECT_FALSE(state({"weights[5][3] > 0.99", "scores == start.scores"}, 0.9F).has_spoiled);
}

}  // namespace
}  // namespace attn::lesson_goal_test
