#include "app/session/evaluation/latest_evaluation.h"

#include <gtest/gtest.h>

#include "app/document/edits/new_scene.h"

namespace attn::latest_evaluation_test {
namespace {

using Patience = LatestEvaluation::Patience;

Scene warmer(float temperature) {
  Scene scene = new_scene();
  scene.normalizer.temperature = temperature;
  return scene;
}

std::shared_ptr<const Evaluation> answer_to(const Scene& scene, Progress&) {
  if (scene.normalizer.temperature > 100) throw SceneError({"/normalizer", "too hot"});
  return std::make_shared<Evaluation>(Evaluation{scene, {}, 0});
}

bool lacks_nothing(const std::shared_ptr<const Evaluation>&) { return false; }

TEST(LatestEvaluation, IsOfTheSceneThatIsAskedForOnceItIsTaken) {
  LatestEvaluation latest(new_scene(), {}, answer_to);
  EXPECT_TRUE(latest.belongs_to(new_scene()));
  EXPECT_FALSE(latest.is_behind());
  const std::size_t number = latest.number();
  latest.request(warmer(3));
  EXPECT_TRUE(latest.is_requested(warmer(3)));
  EXPECT_TRUE(latest.is_behind());
  EXPECT_EQ(latest->scene, new_scene()) << "it is there meanwhile";
  const auto answer = latest.take_newest(Patience::kEdit, lacks_nothing);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->is_newest);
  EXPECT_TRUE(latest.belongs_to(warmer(3)));
  EXPECT_FALSE(latest.is_behind());
  EXPECT_NE(latest.number(), number);
}

TEST(LatestEvaluation, StaysWhereTheSceneCannotBeEvaluated) {
  LatestEvaluation latest(new_scene(), {}, answer_to);
  const std::size_t number = latest.number();
  latest.request(warmer(200));
  const auto answer = latest.take_newest(Patience::kEdit, lacks_nothing);
  ASSERT_TRUE(answer && answer->problem);
  EXPECT_EQ(answer->problem->text, "too hot");
  EXPECT_EQ(latest->scene, new_scene());
  EXPECT_EQ(latest.number(), number);
  latest.keep_evaluation_for(new_scene());
  EXPECT_FALSE(latest.is_requested(warmer(200)));
}

TEST(LatestEvaluation, IsMadeOnceMoreWhereItLacksSomething) {
  int made = 0;
  LatestEvaluation latest(new_scene(), {}, [&](const Scene& scene, Progress& progress) {
    ++made;
    return answer_to(scene, progress);
  });
  latest.request(warmer(3));
  EXPECT_FALSE(latest.take_newest(Patience::kEdit, [](const auto&) { return true; }));
  EXPECT_EQ(latest->scene, new_scene());
  EXPECT_TRUE(latest.is_behind());
  EXPECT_TRUE(latest.take_newest(Patience::kEdit, lacks_nothing));
  EXPECT_EQ(made, 2);
  EXPECT_EQ(latest->scene, warmer(3));
}

}  // namespace
}  // namespace attn::latest_evaluation_test
