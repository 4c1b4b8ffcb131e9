// A solution as it is shown: line after line, with numbers on their way.

#include "app/session/lessons/lesson_way.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/document/lessons/lesson_budget.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/shelf/lesson_shelf.h"
#include "app/session/words/window_parts.h"
#include "assets/assets.h"
#include "engine/reference/check.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_way_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

LessonWay way(const std::string& text) {
  LessonBudget budget;
  const SceneChange solution{text, 1, false};
  return {example(), solution, apply_change(solution, example(), budget)};
}

bool lights(const std::vector<Source>& sources, const Source& wanted) {
  return std::ranges::find(sources, wanted) != sources.end();
}

TEST(LessonWay, GoesFromWhatWasToWhatBecomes) {
  const LessonWay shown = way("/values/3/0 = 0.8");
  EXPECT_EQ(shown.at(0), example()) << "first it is lit";
  EXPECT_FLOAT_EQ((**shown.at(shown.seconds()).values)(3, 0), 0.8F);
  float last = 0.4F;
  bool is_between = false;
  for (double at = 0; at < shown.seconds(); at += 0.05) {
    const float now = (**shown.at(at).values)(3, 0);
    EXPECT_GE(now, last);
    is_between |= now > 0.45F && now < 0.75F;
    last = now;
  }
  EXPECT_TRUE(is_between);
  EXPECT_TRUE(lights(shown.lights(0), {"values", 3, 0, Side::kQuery}));
  EXPECT_EQ(shown.lights(0).size(), 1u);
}

TEST(LessonWay, HasAMoveForEachLine) {
  const LessonWay one = way("/values/3/0 = 0.8");
  const LessonWay two = way("/values/3/0 = 0.8\n/normalizer/temperature = \"inf\"");
  EXPECT_DOUBLE_EQ(two.seconds(), 2 * one.seconds());
  const Scene halfway = two.at(one.seconds());
  EXPECT_FLOAT_EQ((**halfway.values)(3, 0), 0.8F);
  EXPECT_EQ(halfway.normalizer.temperature, 1);
  EXPECT_TRUE(lights(two.lights(one.seconds() + 0.1), {"temperature", {}, {}, Side::kQuery}));
  EXPECT_TRUE(std::isinf(two.at(two.seconds()).normalizer.temperature));
  const float on_the_way = two.at(one.seconds() * 1.5).normalizer.temperature;
  EXPECT_GT(on_the_way, 1);
  EXPECT_LT(on_the_way, std::numeric_limits<float>::infinity());
}

/// None fits without the others.
TEST(LessonWay, LinesThatMakeNoSceneAloneAreOneMove) {
  const double one = way("/values/3/0 = 0.8").seconds();
  const LessonWay taken =
      way("/tokens/5 = nothing\n/embeddings/5 = nothing\n/values/5 = nothing\n"
          "/values/0/0 = 1");
  EXPECT_DOUBLE_EQ(taken.seconds(), 2 * one);
  EXPECT_EQ(taken.at(taken.seconds()).key_count(), 5);
  const LessonWay merged = way("{\"score\": {\"kind\": \"cosine\"}, \"values\": null}");
  EXPECT_DOUBLE_EQ(merged.seconds(), one);
  EXPECT_TRUE(lights(merged.lights(0), {"score", {}, {}, Side::kQuery}));
  EXPECT_TRUE(lights(merged.lights(0), {"values.0", {}, {}, Side::kQuery}));
}

/// For every bundled goal: each scene on the way is valid, the last is the solution's, and
/// something is highlighted.
TEST(LessonWay, EveryShippedSolutionCanBeShown) {
  for (const ShelvedLesson& shelved : shipped_lessons()) {
    if (!test::is_tried(shelved.id)) continue;
    const SoundLesson sound(lesson_of(shelved), lesson_vocabulary());
    for (std::size_t n = 0; n < sound.scenes().size(); ++n) {
      const LessonStep& step = sound.lesson().steps[n];
      if (step.run) continue;  // its goals have no solution: the run reaches them
      const StepScenes& scenes = sound.scenes()[n];
      SCOPED_TRACE(shelved.id + ": " + step.title);
      for (std::size_t goal = 0; goal < step.goals.size(); ++goal) {
        const Scene& reached = scenes.reached[goal].scene;
        const LessonWay shown(scenes.before(goal).scene, step.goals[goal].solution, reached);
        for (double at = 0; at <= shown.seconds(); at += 0.3) {
          const auto problem = check(shown.at(at));
          EXPECT_FALSE(problem) << problem->place << ": " << problem->text;
          EXPECT_FALSE(shown.lights(at).empty()) << at;
        }
        EXPECT_EQ(shown.at(shown.seconds()), reached);
      }
    }
  }
}

}  // namespace
}  // namespace attn::lesson_way_test
