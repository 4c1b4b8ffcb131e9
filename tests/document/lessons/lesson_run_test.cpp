#include "app/document/lessons/lesson_run.h"

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/lessons/lesson_play.h"
#include "tests/document/any_vocabulary.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_run_test {
namespace {

std::string problem_of(const std::string& text) {
  try {
    parse_run(text, 10);
  } catch (const LessonError& error) {
    return std::to_string(error.line()) + ": " + error.what();
  }
  return "";
}

TEST(LessonRun, HasTheSmallestNetworksSizesWhereNothingIsSaid) {
  const LessonRun run = parse_run("task reverse\nsteps 5\npositions off\nseed 3\n", 10);
  Sizes sizes = find_task("reverse")->smallest;
  sizes.has_positions = false;
  EXPECT_EQ(run.task, find_task("reverse"));
  EXPECT_EQ(run.sizes, sizes);
  EXPECT_EQ(run.steps, 5);
  EXPECT_EQ(run.settings.seed, 3U);
  EXPECT_EQ(run.settings.step.learning_rate, find_task("reverse")->learning_rate);
}

TEST(LessonRun, SaysWhereItIsWrong) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"", "10: expected task and its name, found none"},
      {"steps 5", "10: expected task and its name first"},
      {"task rev", "10: no task is called rev"},
      {"task reverse", "10: expected a line \"steps\" with 1 to 10000, found none"},
      {"task reverse\nsteps 0", "11: steps: expected 1 to 10000, found 0"},
      {"task reverse\nsteps many", "11: steps: expected 1 to 10000, found many"},
      {"task reverse\nsteps 5\nsteps 6", "12: named twice: steps"},
      {"task reverse\nsteps 5\npositions no", "12: positions: expected on or off, found no"},
      {"task reverse\nsteps 5\nrate nan", "12: rate: expected a number from 1e-5 to 1, found nan"},
      {"task reverse\nsteps 5\ncolour red",
       "12: expected one of task, steps, layers, heads, width, mlp, positions, residual, rate, "
       "batch, sequence, seed, found colour"},
      {"task reverse\nsteps 5\nheads 3",
       "10: expected a width that is a multiple of the heads, found 8 for 3"},
      {"task reverse\nsteps 5\nlayers 2", "10: layers and an mlp need a residual: residual on"},
  };
  for (const auto& [text, words] : kWrong) EXPECT_EQ(problem_of(text), words) << text;
}

TEST(LessonRun, LearnsTheSameEachTime) {
  const LessonRun run = parse_run("task reverse\nsteps 150\nseed 7\n", 1);
  LessonBudget budget;
  const LessonLearning first = learned_by(run, budget), second = learned_by(run, budget);
  EXPECT_LT(first.before.accuracy, 0.3);
  EXPECT_GT(first.after.accuracy, 0.99);
  EXPECT_EQ(first.after.steps, 150);
  EXPECT_EQ(first.after.loss, second.after.loss);
  EXPECT_EQ(first.after.habits.size(), 1U);
}

TEST(LessonRun, AFailedOneIsTold) {
  const std::string steps = std::to_string(test::test_cases(2000));
  const LessonRun run = parse_run("task induction\nsteps " + steps + "\nrate 1\n", 4);
  LessonBudget budget;
  try {
    const LessonLearning learning = learned_by(run, budget);
    EXPECT_TRUE(std::isfinite(learning.after.loss));
  } catch (const LessonError& error) {
    EXPECT_EQ(error.line(), 4);
    EXPECT_EQ(std::string(error.what()).find("the loss is not a number after"), 0U);
  }
}

std::vector<LessonProblem> problems_of_step(const std::string& step) {
  return check_lesson_text("# A\n\nWhat.\n\n## S\n\nText.\n\n" + step, test::any_vocabulary());
}

constexpr const char* kRun = "```train\ntask reverse\nseed 7\nsteps 150\n```\n\n";

TEST(LessonRun, ItsGoalsAndPredictionsAreChecked) {
  using Problems = std::vector<LessonProblem>;
  const std::string run = kRun;
  EXPECT_EQ(problems_of_step(run + "```goal\naccuracy >= 0.99\n```\n"), Problems());
  const Problems missed = {{16, "the solution does not reach the goal: accuracy > 1"}};
  EXPECT_EQ(problems_of_step(run + "```goal\naccuracy > 1\n```\n"), missed);
  const Problems held = {{16, "the goal holds at the start (write goal already to allow it)"}};
  EXPECT_EQ(problems_of_step(run + "```goal\ntrained >= 0\n```\n"), held);
  const std::string choice =
      "```predict choice\nWhich?\n- [x] a | {now: fixed(accuracy, 1)}\n- [ ] b | c\nwhen: ";
  EXPECT_EQ(problems_of_step(run + choice + "accuracy > 0.9\n```\n"), Problems());
  EXPECT_EQ(problems_of_step(run + choice + "accuracy < 0.9\n```\n").size(), 1U);
  EXPECT_EQ(problems_of_step(run + "```facts\ntrained == 0\nhabit(\"previous\") < 0.5\n```\n"),
            Problems());
}

TEST(LessonRun, WhatIsSaidOfAReachedGoalKnowsWhatWasLearned) {
  const std::string step = "# A\n\nWhat.\n\n## S\n\nText.\n\n" + std::string(kRun) +
                           "```goal\naccuracy > 0.5\n```\n\n```goal\naccuracy > 0.99\n```\n";
  LessonPlay play(SoundLesson(parse_lesson(step), test::any_vocabulary()));
  const Evaluation& now = play.scenes().start;
  const auto said = [&](std::size_t goal) {
    return Expression("trained").words(play.facts_reached(goal, play.facts(now)));
  };
  play.set_learned({.steps = 40, .loss = 1, .accuracy = 0.6, .habits = {}});
  play.note_reached_goals(now);
  EXPECT_EQ(play.reached(), 1U);
  play.set_learned({.steps = 90, .loss = 0, .accuracy = 1, .habits = {}});
  play.note_reached_goals(now);
  EXPECT_EQ(play.reached(), 2U);
  EXPECT_EQ(said(0), "40") << "it stays what it was reached with";
  EXPECT_EQ(said(1), "90");
}

TEST(LessonRun, WhatHasNoMeaningThereIsRefused) {
  const std::string run = kRun;
  const auto words = [&](const std::string& step) {
    const auto problems = problems_of_step(step);
    return problems.empty() ? std::string() : problems.front().text;
  };
  EXPECT_EQ(words(run + "```stage\ntab.weights\n```\n"),
            "a step that trains a network shows it: it has no stage");
  EXPECT_EQ(words(run + "```goal\ntrained > 9\n```\n\n```solution\n/a = 1\n```\n"),
            "a goal of training is reached by its steps: it has no solution");
  EXPECT_EQ(words(run + "```facts\nhabit(\"none\") < 1\n```\n"), "no habit is called none");
  const std::string scene = "```scene\nexample 01-sleepy-child\n```\n\n";
  EXPECT_EQ(words(scene + "```facts\naccuracy < 1\n```\n"), "no network learns in this step");
  EXPECT_EQ(words("```train\ntask induction\nwidth 64\nlayers 4\nsteps 10000\n```\n"),
            "the lesson's networks take too long to train");
}

}  // namespace
}  // namespace attn::lesson_run_test
