// A run beside the window makes the steps of the trainer, keeps them, goes back and on.

#include "app/session/learning/scene_run.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/reference/check.h"
#include "tests/engine/scenes.h"
#include "tests/support/test_cases.h"

namespace attn::scene_run_test {
namespace {

using std::chrono::milliseconds;

Scene scene_of(Index L) { return test::self_attention(L, 3, 5); }

SceneTraining training_of(Index L) {
  SceneTraining training;
  training.moves = {"embeddings"};
  training.wish.losses.emplace_back();
  training.wish.losses[0].target = test::Random(8).matrix(L, 3);
  training.step.learning_rate = 0.05;
  return training;
}

/// So many steps more, however many each go takes.
void run_on(SceneRun& run, Index steps) {
  const Index end = run.steps() + steps;
  while (run.steps() < end && !run.problem()) {
    run.start_steps(end - run.steps());
    while (run.is_busy()) run.take_steps(milliseconds(100));
  }
}

TEST(SceneRun, MakesTheTrainersSteps) {
  SceneRun run(scene_of(5), training_of(5));
  SceneTrainer trainer(scene_of(5), training_of(5));
  EXPECT_TRUE(run.losses().empty());
  run_on(run, 30);
  ASSERT_EQ(run.steps(), 30);
  ASSERT_EQ(run.losses().size(), 31U);
  for (std::size_t n = 0; n < 30; ++n) {
    EXPECT_EQ(run.film_scene_near(static_cast<Index>(n)).scene, trainer.scene());
    EXPECT_EQ(run.losses()[n], trainer.step()->loss);
  }
  EXPECT_EQ(run.latest(), trainer.scene());
  EXPECT_EQ(run.losses().back(), loss_of(trainer.scene(), training_of(5).wish));
}

TEST(SceneRun, GoesBackAndOnFromThere) {
  SceneRun run(scene_of(5), training_of(5));
  run_on(run, 20);
  const Scene tenth = run.film_scene_near(10).scene;
  run.go_back_to(10);
  EXPECT_EQ(run.steps(), 10);
  EXPECT_EQ(run.latest(), tenth);
  EXPECT_EQ(run.losses().size(), 11U);
  run_on(run, 5);
  EXPECT_EQ(run.steps(), 15);
  EXPECT_EQ(run.losses().size(), 16U);
  SceneTrainer anew(tenth, training_of(5));
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(anew.step());
  EXPECT_EQ(run.latest(), anew.scene());
}

TEST(SceneRun, StopsAtTheLastGoodSceneAndCanGoOnWithALowerRate) {
  SceneTraining training = training_of(4);
  training.optimizer = &optimizer_kind("momentum");
  training.step.learning_rate = 1e7;
  SceneRun run(scene_of(4), training);
  run_on(run, 500);
  ASSERT_TRUE(run.problem());
  EXPECT_FALSE(check(run.latest()));
  EXPECT_TRUE(std::isfinite(loss_of(run.latest(), training.wish)));
  EXPECT_EQ(run.losses().size(), static_cast<std::size_t>(run.steps()) + 1);
  for (const double loss : run.losses()) EXPECT_TRUE(std::isfinite(loss));
  run.go_back_to(0);
  EXPECT_FALSE(run.problem());
  run.set_rate(1e-3);
  run_on(run, 10);
  EXPECT_EQ(run.steps(), 10);
}

TEST(SceneRun, AnotherAimTakesTheRunOn) {
  SceneRun run(scene_of(5), training_of(5));
  run_on(run, 8);
  SceneTraining other = training_of(5);
  other.wish.losses[0].target.setZero();
  run.set_training(other);
  run_on(run, 8);
  EXPECT_EQ(run.steps(), 16);
  EXPECT_EQ(run.film_scene_near(0).scene, scene_of(5));
  EXPECT_EQ(run.losses().back(), loss_of(run.latest(), other.wish));
}

TEST(SceneRun, KeepsTheFirstAndTheLastWhereItCannotKeepAll) {
  // A wide scene, of which the limit takes few.
  const Index L = 4, D = 30000;
  Scene scene = test::self_attention(L, D, 2);
  SceneTraining training;
  training.moves = {"embeddings"};
  training.wish.losses.emplace_back();
  training.wish.losses[0].target = Matrix::Zero(L, D);
  training.step.learning_rate = 1e-3;
  const Scene first = scene;
  SceneRun run(std::move(scene), training);
  const int steps = 300;
  run_on(run, steps);
  EXPECT_EQ(run.steps(), steps);
  EXPECT_EQ(run.film_scene_near(0).scene, first);
  EXPECT_EQ(run.film_scene_near(steps).step, steps);
  for (Index step = 0; step <= steps; step += 7) {
    EXPECT_LE(std::abs(run.film_scene_near(step).step - step), 4) << step;
  }
}

}  // namespace
}  // namespace attn::scene_run_test
