// Tests a learner's actions at the goals of steps: correct ones reach the goal, wrong but plausible
// ones do not. lesson_acts/NAME.md lists those of lesson NAME under the titles of its steps, for a
// second goal under "TITLE 2": blocks ```wrong WORDS and ```right WORDS give the changed scene as a
// solution does; for networks, a block ```train gives another run. The lesson's own solution must
// be right and doing nothing wrong, without being listed.

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_budget.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_markdown.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/shelf/lesson_shelf.h"
#include "tests/document/any_vocabulary.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_acts_test {
namespace {

constexpr std::size_t kFewest = 2;

struct Act {
  std::string words;
  SceneChange change;
  bool is_right;
};

std::vector<ShelvedLesson> lessons() { return shipped_lessons(); }

/// By the titles of steps.
std::map<std::string, std::vector<Act>> acts_of(const std::string& lesson) {
  std::map<std::string, std::vector<Act>> acts;
  std::string title;
  const std::string file = test::data_path("document/lesson_acts/" + lesson + ".md");
  for (const MarkdownPart& part : parse_markdown(test::bytes_of(file))) {
    if (part.heading == 2) {
      title = part.plain();
      continue;
    }
    const bool is_right = part.fence.starts_with("right ");
    EXPECT_TRUE(is_right || part.fence.starts_with("wrong ")) << lesson << ": " << part.fence;
    acts[title].push_back({part.fence.substr(6), {part.code, part.line}, is_right});
  }
  return acts;
}

/// Whether the step's goal n is reached by `act`: one that the window would refuse, as it changes
/// what the step locks, reaches nothing.
bool reaches_goal(const LessonStep& step, const StepScenes& scenes, std::size_t n, const Act& act) {
  LessonBudget budget;
  if (step.run) {
    const LessonRun run = parse_run(act.change.text, act.change.line);
    const LearnedFacts learned = learned_by(run, budget).after;
    Facts facts = scenes.untrained(scenes.before(n));
    facts.learned = &learned;
    return all_hold(step.goals[n].conditions, facts);
  }
  const Scene& before = scenes.before(n).scene;
  Scene scene = apply_change(act.change, before, budget);
  const auto locked = parse_view(before.view).locked;
  if (!locked_change(locked, before, scene).empty()) return false;
  const Evaluation now = evaluated(std::move(scene));
  return all_hold(step.goals[n].conditions, {now, scenes.start});
}

class LessonActs : public testing::TestWithParam<ShelvedLesson> {};

TEST_P(LessonActs, TheRightOnesReachTheGoalAndTheWrongOnesDoNot) {
  if (!test::is_tried(GetParam().id)) GTEST_SKIP() << "not among the cases to try";
  const SoundLesson sound(lesson_of(GetParam()), test::any_vocabulary());
  auto acts = acts_of(GetParam().id);
  for (std::size_t n = 0; n < sound.lesson().steps.size(); ++n) {
    const LessonStep& step = sound.lesson().steps[n];
    const StepScenes& scenes = sound.scenes()[n];
    for (std::size_t goal = 0; goal < step.goals.size(); ++goal) {
      const std::string title = step.title + (goal > 0 ? " " + std::to_string(goal + 1) : "");
      SCOPED_TRACE(title);
      const std::vector<Act> here = acts[title];
      acts.erase(title);
      EXPECT_GE(std::ranges::count(here, false, &Act::is_right), kFewest)
          << "fewer wrong acts than it takes to trust the goal";
      const Evaluation& before = scenes.before(goal);
      EXPECT_FALSE(all_hold(step.goals[goal].conditions, scenes.untrained(before)))
          << "nothing was done";
      for (const Act& act : here) {
        EXPECT_EQ(reaches_goal(step, scenes, goal, act), act.is_right) << act.words;
      }
      const std::string hidden = locked_change(parse_view(before.scene.view).hidden, before.scene,
                                               scenes.reached[goal].scene);
      EXPECT_EQ(hidden, "") << "the solution changes what can't be seen";
    }
  }
  for (const auto& [title, left] : acts) ADD_FAILURE() << "no step with a goal is " << title;
}

INSTANTIATE_TEST_SUITE_P(All, LessonActs, testing::ValuesIn(lessons()), [](const auto& one) {
  std::string name = one.param.id;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(LessonActs, WhatAStepHidesIsLocked) {
  for (const ShelvedLesson& shelved : lessons()) {
    if (!test::is_tried(shelved.id)) continue;
    const SoundLesson sound(lesson_of(shelved), test::any_vocabulary());
    for (const StepScenes& scenes : sound.scenes()) {
      for (const Scene* scene : {&scenes.start.scene, &scenes.shown.scene}) {
        const ViewState view = parse_view(scene->view);
        EXPECT_TRUE(std::ranges::includes(view.locked, view.hidden)) << shelved.id;
      }
    }
  }
}

}  // namespace
}  // namespace attn::lesson_acts_test
