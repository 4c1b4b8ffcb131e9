#include "app/document/lessons/lesson_play.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/history/document.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/lessons/lesson_text.h"
#include "tests/document/any_vocabulary.h"
#include "tests/document/shipped_lessons.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_play_test {
namespace {

using test::shipped_lessons;

SoundLesson sound(std::string_view text) { return {parse_lesson(text), test::any_vocabulary()}; }

/// Makes `scene` the document's, as the window does: as one edit that passes the check.
void become(Document& document, const Scene& scene) {
  const auto problem = document.edit("Lesson", "", [&](Scene& now) {
    const std::string view = now.view;
    now = scene;
    now.view = view;
  });
  ASSERT_FALSE(problem) << problem->text;
  document.set_view(scene.view);
}

TEST(LessonPlay, EveryShippedLessonCanBePlayedToItsEnd) {
  ASSERT_FALSE(shipped_lessons().empty());
  for (const Asset* asset : shipped_lessons()) {
    if (!test::is_tried(asset->path)) continue;
    SCOPED_TRACE(asset->path);
    LessonPlay play(sound(asset->bytes));
    Document document(play.scenes().start.scene);
    for (std::size_t n = 0; n < play.lesson().steps.size(); ++n) {
      play.go_to(n);
      SCOPED_TRACE(play.step().title);
      become(document, play.scenes().start.scene);
      if (play.is_asked()) {
        EXPECT_FALSE(play.is_done(evaluated(document.scene())));
        play.answer(right_answer(*play.step().prediction, play.facts_shown()));
        EXPECT_TRUE(play.was_right());
        become(document, play.scenes().shown.scene);
      }
      for (std::size_t goal = 0; goal < play.step().goals.size(); ++goal) {
        const bool may_hold = play.step().goals[goal].may_hold;
        EXPECT_TRUE(may_hold || !play.goal_holds(evaluated(document.scene())));
        become(document, play.scenes().reached[goal].scene);
        if (play.scenes().learning) play.set_learned(play.scenes().learning->after);
        EXPECT_TRUE(play.goal_holds(evaluated(document.scene())));
        play.note_reached_goals(evaluated(document.scene()));
      }
      EXPECT_TRUE(play.is_done(evaluated(document.scene())));
    }
    EXPECT_TRUE(play.is_last());
  }
}

/// The numbers in words: "1 · 0.4 = 0.4, not −2".
std::vector<double> numbers_in(std::string words) {
  for (auto at = words.find("−"); at != std::string::npos; at = words.find("−", at)) {
    words.replace(at, std::string_view("−").size(), "-");
  }
  static const std::regex kNumber(R"(-?[0-9]+(\.[0-9]+)?)");
  std::vector<double> found;
  for (std::sregex_iterator one(words.begin(), words.end(), kNumber), end; one != end; ++one) {
    found.push_back(std::stod(one->str()));
  }
  return found;
}

TEST(LessonPlay, WordsAboutANumberSayTheOneThatItIs) {
  constexpr double kRounded = 0.006;
  for (const Asset* asset : shipped_lessons()) {
    if (!test::is_tried(asset->path)) continue;
    LessonPlay play(sound(asset->bytes));
    for (std::size_t n = 0; n < play.lesson().steps.size(); ++n) {
      play.go_to(n);
      if (!play.is_asked() || play.step().prediction->kind != Prediction::Kind::kNumber) continue;
      const Prediction& prediction = *play.step().prediction;
      const Facts facts = play.facts(play.scenes().shown);
      const double truth = prediction.value->number(facts);
      for (const bool is_right : {true, false}) {
        const std::string words =
            plain_text(fill(feedback_to(prediction, {.number = truth}, is_right), facts));
        EXPECT_TRUE(std::ranges::any_of(
            numbers_in(words), [&](double said) { return std::abs(said - truth) < kRounded; }))
            << asset->path << ", " << play.step().title << ": " << words << ", not " << truth;
      }
    }
  }
}

constexpr const char* kLesson = R"(# L

About.

```scene
example 01-sleepy-child
```

## One

Text.

```view
{"hidden": ["mask"], "locked": ["temperature"]}
```

```predict number
How warm?
value: temperature
range: 0 5
right: y
wrong: n
then: /normalizer/temperature = 2
```

## Two

Text.

```goal
temperature == 0
```

```solution
/normalizer/temperature = 0
```

## Three

Text.
)";

TEST(LessonPlay, EachStepBeginsWhereTheOneBeforeWasSolved) {
  const auto scenes = sound(kLesson).scenes();
  EXPECT_EQ(scenes[0].start.scene.normalizer.temperature, 1);
  EXPECT_EQ(scenes[0].shown.scene.normalizer.temperature, 2);
  EXPECT_EQ(scenes[1].start.scene.normalizer.temperature, 2);
  EXPECT_EQ(scenes[2].start.scene.normalizer.temperature, 0);
}

TEST(LessonPlay, WhatIsHiddenComesBackWithTheAnswer) {
  const auto scenes = sound(kLesson).scenes();
  EXPECT_TRUE(parse_view(scenes[0].start.scene.view).hidden.contains("mask"));
  EXPECT_TRUE(parse_view(scenes[0].start.scene.view).locked.contains("temperature"));
  EXPECT_TRUE(parse_view(scenes[0].shown.scene.view).hidden.empty());
  EXPECT_TRUE(parse_view(scenes[1].start.scene.view).locked.empty());
}

TEST(LessonPlay, AWrongAnswerIsAnAnswer) {
  LessonPlay play(sound(kLesson));
  EXPECT_TRUE(play.is_asked());
  play.answer({.number = 1});
  EXPECT_FALSE(play.is_asked());
  EXPECT_FALSE(play.was_right());
  EXPECT_TRUE(play.is_done(play.scenes().shown));
  play.go_to(0);
  EXPECT_TRUE(play.is_asked());
  play.answer({.number = 2});
  EXPECT_TRUE(play.was_right());
}

constexpr const char* kGoals = R"(# L

About.

```scene
example 01-sleepy-child
```

## A step with a long title | Short

Text.

```stage
tab.weights embeddings.table
temperature
```

```goal
do: Make *all* weights equal.
near(weights["Book"], [1/6, 1/6, 1/6, 1/6, 1/6, 1/6], 0.01)
```

```hint
Go to the {now: temperature}st end.
```

```solution
/normalizer/temperature = "inf"
```

```after
Each gets {now: weights["Book"]["Reads"]}.
```

```goal
weights["Book"]["Reads"] > 0.99
```

```solution
/normalizer/temperature = 0
```
)";

TEST(LessonPlay, GoalsAreReachedOneAfterTheOther) {
  LessonPlay play(sound(kGoals));
  ASSERT_EQ(play.step().goals.size(), 2u);
  EXPECT_EQ(play.step().title, "A step with a long title");
  EXPECT_EQ(play.step().dot_title(), "Short");
  const LessonGoal& first = play.step().goals[0];
  EXPECT_EQ(first.task[0].runs[1].text, "all");
  EXPECT_EQ(first.task[0].line, 19);
  EXPECT_EQ(first.hint[0].runs[0].line, 24);
  EXPECT_TRUE(play.step().goals[1].hint.empty());
  const StepScenes& scenes = play.scenes();
  EXPECT_TRUE(std::isinf(scenes.reached[0].scene.normalizer.temperature));
  EXPECT_EQ(scenes.end().scene.normalizer.temperature, 0);

  EXPECT_EQ(play.goal(), &first);
  EXPECT_FALSE(play.goal_holds(scenes.end())) << "the second is not asked for yet";
  play.note_reached_goals(scenes.end());
  EXPECT_EQ(play.reached(), 0u);
  EXPECT_TRUE(play.goal_holds(scenes.reached[0]));
  EXPECT_FALSE(play.is_done(scenes.reached[0]));
  play.note_reached_goals(scenes.reached[0]);
  EXPECT_EQ(play.reached(), 1u);
  EXPECT_EQ(play.goal(), &play.step().goals[1]);
  EXPECT_FALSE(play.is_done(scenes.reached[0]));
  EXPECT_TRUE(play.is_done(scenes.end())) << "the last one holds";
  play.note_reached_goals(scenes.end());
  EXPECT_EQ(play.goal(), nullptr);
  EXPECT_TRUE(play.is_done(scenes.start)) << "what was reached stays reached";
  const Scene& with = play.facts_reached(0, play.facts(scenes.end())).scene();
  EXPECT_TRUE(std::isinf(with.normalizer.temperature)) << "what is said of it stays true of that";
  EXPECT_EQ(&play.facts_reached(1, play.facts(scenes.end())).now, &scenes.end())
      << "while the last holds it goes on";
  EXPECT_NE(&play.facts_reached(1, play.facts(scenes.start)).now, &scenes.start)
      << "and is of what it was reached with where it holds no more";
  play.go_to(0);
  EXPECT_EQ(play.reached(), 0u);
}

TEST(LessonPlay, AStageShowsTheFirstOfItsViews) {
  std::string text = kGoals;
  text.replace(text.find("tab.weights emb"), 11, "tab.outputs");
  EXPECT_EQ(parse_view(sound(text).scenes()[0].start.scene.view).tab, "outputs");
  EXPECT_EQ(parse_view(sound(kGoals).scenes()[0].start.scene.view).tab, "weights");
}

TEST(LessonPlay, RefusesScenesThatCannotBe) {
  std::string text = kLesson;
  text.replace(text.find("01-sleepy-child"), 15, "01-sleepy-child\n/heads/0/width = -1");
  EXPECT_THROW(sound(text), LessonError);
}

TEST(LessonPlay, ALessonThatTheCheckRefusesCannotBePlayed) {
  std::string text = kLesson;
  text.replace(text.rfind("temperature = 0"), 15, "temperature = 1");
  try {
    sound(text);
    ADD_FAILURE() << "its goal can't be reached";
  } catch (const LessonError& error) {
    EXPECT_GT(error.line(), 0);
    EXPECT_STREQ(error.what(), "the solution does not reach the goal: temperature == 0");
  }
  text.replace(text.find("value: temperature"), 18, "value: temperature + 9");
  try {
    sound(text);
    ADD_FAILURE();
  } catch (const LessonError& error) {
    EXPECT_STREQ(error.what(), "the number to predict is out of the range (and 1 more)");
  }
}

}  // namespace
}  // namespace attn::lesson_play_test
