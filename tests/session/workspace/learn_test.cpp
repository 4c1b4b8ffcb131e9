// A scene that learns in the document: one step of the history, each of its own to be gone back to.

#include "app/session/workspace/learn.h"

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "assets/assets.h"

namespace attn::learn_test {
namespace {

Scene sentence() {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  return scene;
}

/// Frames until it rests, or so many steps were made.
void frames(Workspace& workspace, Index steps) {
  SceneLearning& learning = workspace.look.learning;
  while (follow_learning(workspace)) {
    if (learning.run && learning.run->steps() >= steps) pause_learning(workspace);
  }
}

TEST(Learn, OneRunIsOneStepOfTheHistory) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  const Scene before = workspace.scene();
  paint_target(workspace, {.begins = true, .ends = true, .cells = {{0, 0}, {1, 1}, {2, 2}}}, false);
  ASSERT_TRUE(has_goal(workspace));
  play_learning(workspace);
  frames(workspace, 40);
  SceneLearning& learning = workspace.look.learning;
  ASSERT_TRUE(learning.run);
  const Index steps = learning.run->steps();
  EXPECT_GE(steps, 40);
  EXPECT_EQ(workspace.document().steps().size(), 2U);
  EXPECT_EQ(workspace.document().undo_label(), "Learn");
  EXPECT_EQ(workspace.scene(), learning.run->latest());
  EXPECT_LT(learning.run->losses().back(), learning.run->losses().front() / 2);
  EXPECT_GT(workspace.evaluation().trace.heads[0].weights(0, 0), 0.3F);

  look_at_learned(workspace, 7);
  EXPECT_EQ(learning.shown, 7);
  EXPECT_EQ(workspace.scene(), learning.run->film_scene_near(7).scene);
  EXPECT_EQ(workspace.document().steps().size(), 2U);
  look_at_learned(workspace, 0);
  EXPECT_EQ(workspace.scene(), before);
  look_at_learned(workspace, steps);
  EXPECT_EQ(workspace.document().steps().size(), 2U);

  workspace.undo();
  EXPECT_EQ(workspace.scene(), before);
  follow_learning(workspace);
  EXPECT_FALSE(learning.run) << "the run ended where the scene was changed";
  workspace.redo();
  EXPECT_NE(workspace.scene(), before);
}

TEST(Learn, LooksBackAndTrainsOnFromThere) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  paint_target(workspace, {.begins = true, .ends = true, .cells = {{3, 1}}}, false);
  play_learning(workspace);
  frames(workspace, 20);
  look_at_learned(workspace, 5);
  step_learning(workspace);
  frames(workspace, 0);
  EXPECT_EQ(workspace.look.learning.run->steps(), 6);
  EXPECT_EQ(workspace.look.learning.shown, 6);
  EXPECT_EQ(workspace.document().steps().size(), 2U);
}

TEST(Learn, AnotherEditEndsTheRun) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  paint_target(workspace, {.begins = true, .ends = true, .cells = {{3, 1}}}, false);
  play_learning(workspace);
  frames(workspace, 5);
  play_learning(workspace);
  workspace.edit("temperature", "Change the temperature", "",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_FALSE(follow_learning(workspace));
  EXPECT_FALSE(workspace.look.learning.is_playing);
  play_learning(workspace);
  frames(workspace, 5);
  EXPECT_EQ(workspace.document().steps().size(), 4U) << "two runs, and the edit between them";
}

TEST(Learn, WhatIsLockedDoesNotLearn) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  workspace.look.view.locked.insert("embeddings.table");
  const Scene before = workspace.scene();
  paint_target(workspace, {.begins = true, .ends = true, .cells = {{3, 1}}}, false);
  workspace.look.learning.plan.moves = {{"embeddings"}};
  play_learning(workspace);
  frames(workspace, 5);
  EXPECT_EQ(workspace.scene(), before);
  EXPECT_FALSE(workspace.look.learning.is_playing);
  EXPECT_FALSE(workspace.look.learning.problem.empty());
}

TEST(Learn, ARunThatFailsKeepsTheLastGoodStep) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  paint_target(workspace, {.begins = true, .ends = true, .cells = {{3, 1}, {2, 2}}}, false);
  workspace.look.learning.plan.rate = 1e30;
  workspace.look.learning.plan.optimizer = "momentum";
  play_learning(workspace);
  frames(workspace, 1000);
  EXPECT_NE(workspace.look.learning.problem.find("The last good step is kept"), std::string::npos)
      << workspace.look.learning.problem;
  EXPECT_FALSE(workspace.look.learning.is_playing);
}

TEST(Learn, NothingWantedSaysSo) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  play_learning(workspace);
  EXPECT_FALSE(follow_learning(workspace));
  EXPECT_FALSE(workspace.look.learning.problem.empty());
  EXPECT_FALSE(workspace.document().can_undo());
}

TEST(Learn, OutputsBeginAsTheyAreAndAreReached) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  choose_goal(workspace, Goal::kOutputs);
  SceneLearning& learning = workspace.look.learning;
  ASSERT_EQ(learning.plan.outputs, *workspace.evaluation().trace.output);
  learning.plan.outputs(4, 0) += 0.1F;
  learning.changed();
  play_learning(workspace);
  frames(workspace, 150);
  EXPECT_LT(learning.run->losses().back(), learning.run->losses().front() / 10);
}

TEST(Learn, TheChaptersRegressionLearnsItsWidth) {
  Session session(parse_scene(asset("assets/examples/05-kernel-regression.attn.json")), "");
  Workspace& workspace = session.workspace;
  choose_goal(workspace, Goal::kRegression);
  for (int n = 0; n < 5; ++n) {
    step_learning(workspace);
    frames(workspace, 0);
  }
  const SceneLearning& learning = workspace.look.learning;
  ASSERT_TRUE(learning.run);
  EXPECT_EQ(learning.run->steps(), 5);
  EXPECT_NE(*workspace.scene().heads[0].width, 2);
  EXPECT_EQ(workspace.scene().embeddings, learning.run->film_scene_near(0).scene.embeddings)
      << "its points stay";
  EXPECT_LT(learning.run->losses().back(), learning.run->losses().front());
}

}  // namespace
}  // namespace attn::learn_test
