// The run of the Train desk, without a window.

#include "app/session/training/training_desk.h"

#include <chrono>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/text.h"
#include "tests/session/training/desk_frames.h"
#include "tests/support/temporary_folder.h"

namespace attn::training_desk_test {
namespace {

using test::frames_until;

/// Trains to its goal, and waits until all of it is there.
void train(TrainingDesk& desk) {
  desk.set_speed(TrainingDesk::kFastest);
  desk.play();
  ASSERT_TRUE(frames_until(desk, [&] {
    return !desk.is_playing() && desk.shown() && desk.shown()->step() == desk.goal();
  }));
}

TEST(TrainingDesk, HasAPictureBeforeTheFirstStep) {
  TrainingDesk desk;
  ASSERT_TRUE(frames_until(desk, [&] { return desk.shown() != nullptr; }));
  const NetworkPicture* picture = desk.picture();
  ASSERT_NE(picture, nullptr);
  const auto count = static_cast<Index>(desk.tokens().size());
  EXPECT_EQ(picture->shares.rows(), count);
  for (Index row = 0; row < count; ++row) {
    EXPECT_NEAR(picture->shares.row(row).sum(), 1, 1e-5);
    EXPECT_NEAR(picture->weights(0, 0).row(row).sum(), 1, 1e-5);
  }
  EXPECT_EQ(desk.step(), 0);
  EXPECT_FALSE(desk.is_looking_back());
}

TEST(TrainingDesk, LearnsToReverseAndSaysWhen) {
  TrainingDesk desk;
  train(desk);
  EXPECT_EQ(desk.step(), desk.goal());
  EXPECT_EQ(desk.history().last_step(), desk.goal());
  EXPECT_GT(desk.shown()->test.accuracy, 0.99F);
  EXPECT_EQ(desk.history().marks.front().words, "99 % of the test right");
  // Token 0 looks at the last one.
  const Matrix& weights = desk.picture()->weights(0, 0);
  EXPECT_GT(weights(0, weights.cols() - 1), 0.9F);
}

TEST(TrainingDesk, TakesNoStepThatWasNotAskedFor) {
  TrainingDesk desk;
  for (int n = 1; n <= 3; ++n) {
    desk.step_once();
    ASSERT_TRUE(frames_until(desk, [&] { return desk.step() == n; }));
  }
  for (int n = 0; n < 30; ++n) {
    desk.follow();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(desk.history().last_step(), 3);
}

TEST(TrainingDesk, TrainingOnFromAnEarlierStepIsTheSameRun) {
  TrainingDesk desk;
  train(desk);
  const auto numbers = desk.shown()->state.numbers;
  desk.look_at(200);
  EXPECT_TRUE(desk.is_looking_back());
  EXPECT_EQ(desk.step(), 200);
  desk.train_on_from_here();
  ASSERT_EQ(desk.ghosts().size(), 1U);
  EXPECT_EQ(desk.history().last_step(), 200);
  train(desk);
  EXPECT_EQ(desk.step(), 500);
  EXPECT_EQ(desk.shown()->state.numbers, numbers);
}

TEST(TrainingDesk, UndoBringsBackWhatResetDropped) {
  TrainingDesk desk;
  train(desk);
  const auto numbers = desk.shown()->state.numbers;
  desk.reset();
  EXPECT_EQ(desk.history().last_step(), 0);
  ASSERT_TRUE(desk.can_undo());
  desk.undo();
  EXPECT_EQ(desk.history().last_step(), 500);
  EXPECT_EQ(desk.shown()->state.numbers, numbers);
  EXPECT_FALSE(desk.can_undo());
}

TEST(TrainingDesk, RedoBringsBackWhatUndoTookBack) {
  TrainingDesk desk;
  train(desk);
  desk.play();  // twice as far
  train(desk);
  const Index far = desk.history().last_step();
  EXPECT_FALSE(desk.can_redo());
  desk.reset();
  train(desk);
  const Index near = desk.history().last_step();
  ASSERT_LT(near, far);
  const auto numbers = desk.shown()->state.numbers;
  for (int n = 0; n < 2; ++n) {
    desk.undo();
    EXPECT_EQ(desk.history().last_step(), far);
    ASSERT_TRUE(desk.can_redo());
    EXPECT_EQ(desk.redo_words(), "Start again");
    desk.redo();
    EXPECT_EQ(desk.history().last_step(), near);
    EXPECT_EQ(desk.shown()->state.numbers, numbers);
    EXPECT_FALSE(desk.can_redo());
    EXPECT_EQ(desk.undo_words(), "Start again");
  }
  desk.redo();  // there is nothing
  EXPECT_EQ(desk.history().last_step(), near);
}

TEST(TrainingDesk, TrainingOnAfterUndoKeepsWhatItTookBackAndAChangeDoesNot) {
  TrainingDesk desk;
  train(desk);
  TrainingPlan plan = desk.plan();
  set_layers(plan.sizes, 2);
  desk.change(plan, "Layers");
  desk.undo();
  train(desk);
  ASSERT_TRUE(desk.can_redo());
  const Index trained = desk.history().last_step();
  desk.redo();
  EXPECT_EQ(desk.plan().sizes.layers, 2);
  desk.undo();
  EXPECT_EQ(desk.history().last_step(), trained);
  EXPECT_TRUE(desk.can_redo());
  desk.reset();
  EXPECT_FALSE(desk.can_redo());
  EXPECT_TRUE(desk.can_undo());
}

TEST(TrainingDesk, AStrokeComesBackToo) {
  TrainingDesk desk;
  train(desk);
  desk.paint({.begins = true, .row = 1, .column = 2, .brush = 1, .weight = 0.9F});
  ASSERT_TRUE(desk.has_painted());
  desk.undo();
  EXPECT_FALSE(desk.has_painted());
  desk.redo();
  EXPECT_TRUE(desk.has_painted());
  EXPECT_EQ(desk.history().last_step(), desk.goal());
}

TEST(TrainingPlan, SaysWhatCanBeTyped) {
  const auto problem = [](const char* text, const TypedBounds& bounds) {
    const TypedSetting typed = read_typed(text, bounds);
    EXPECT_EQ(typed.number.has_value(), typed.problem.empty()) << text;
    return typed.problem;
  };
  const std::string rate = "Learning rate: expected a number > 0, up to 10, found ";
  for (const char* wrong : {"100000", "-1", "nan", "inf", "0,05", "0", "", "1x", " 1"}) {
    EXPECT_EQ(problem(wrong, kTypedRate), rate + shown(wrong)) << wrong;
  }
  EXPECT_EQ(read_typed("0.05", kTypedRate).number, 0.05);
  EXPECT_EQ(read_typed("1e-3", kTypedRate).number, 0.001);
  EXPECT_EQ(problem("1.5", kTypedDecay), "Weight decay: expected 0 to 1, found 1.5");
  EXPECT_EQ(read_typed("0", kTypedDecay).number, 0);
  EXPECT_EQ(read_typed("1", kTypedDecay).number, 1);
  for (const char* wrong : {"abc", "7.5", "4294967296", "-1", ""}) {
    EXPECT_EQ(read_typed_seed(wrong).problem,
              "Seed: expected a whole number from 0 to 2147483647, found " + shown(wrong));
  }
  EXPECT_EQ(read_typed_seed("12").number, 12);
}

TEST(TrainingDesk, AnotherNetworkStartsAgainAndUndoHasTheFormer) {
  TrainingDesk desk;
  train(desk);
  TrainingPlan plan = desk.plan();
  set_layers(plan.sizes, 2);
  EXPECT_TRUE(plan.sizes.has_residual);
  desk.change(plan, "Layers");
  EXPECT_EQ(desk.history().last_step(), 0);
  ASSERT_TRUE(frames_until(desk, [&] { return desk.shown() != nullptr; }));
  EXPECT_EQ(desk.picture()->layers.size(), 2U);
  desk.undo();
  EXPECT_EQ(desk.plan().sizes.layers, 1);
  EXPECT_EQ(desk.history().last_step(), 500);
}

TEST(TrainingDesk, NetworksThatWereLeftComeBack) {
  TrainingDesk desk;
  EXPECT_TRUE(desk.left_networks().empty());
  train(desk);
  const SharedSnapshot first = desk.shown();
  desk.take_task(*find_task("copy"));
  ASSERT_EQ(desk.left_networks().size(), 1U);
  EXPECT_TRUE(desk.left_networks()[0].find(" · step 500 · loss ") != std::string::npos)
      << desk.left_networks()[0];
  desk.undo();
  EXPECT_TRUE(desk.left_networks().empty());
  desk.redo();
  ASSERT_EQ(desk.left_networks().size(), 1U);
  train(desk);
  desk.bring_back(0);
  EXPECT_EQ(desk.shown(), first);
  ASSERT_EQ(desk.left_networks().size(), 1U);
  desk.bring_back(0);
  EXPECT_EQ(desk.plan().task->id, "copy");
  desk.undo();
  EXPECT_EQ(desk.shown(), first);
}

TEST(TrainingDesk, ARateHoldsFromTheNextStepOnAndIsMarked) {
  TrainingDesk desk;
  train(desk);
  TrainingPlan plan = desk.plan();
  plan.settings.step.learning_rate = 0.001;
  desk.change(plan, "another rate");
  desk.change(plan, "another rate");
  EXPECT_EQ(desk.history().last_step(), 500);
  EXPECT_EQ(desk.history().marks.back().words, "another rate");
  EXPECT_EQ(std::ranges::count(desk.history().marks, "another rate", &TrainingMark::words), 1);
}

TEST(TrainingDesk, ALossThatIsNoNumberStopsItAndHalfTheRateGoesOn) {
  TrainingDesk desk;
  TrainingPlan plan = desk.plan();
  plan.settings.optimizer = &optimizer_kind("sgd");
  plan.settings.step.learning_rate = 1e9;
  desk.change(plan, "another rate");
  desk.set_speed(TrainingDesk::kFastest);
  desk.play();
  ASSERT_TRUE(frames_until(desk, [&] { return desk.history().failed_at.has_value(); }));
  EXPECT_FALSE(desk.is_playing());
  ASSERT_NE(desk.shown(), nullptr);
  EXPECT_TRUE(std::isfinite(desk.shown()->test.loss));
  EXPECT_NE(desk.picture(), nullptr);
  desk.play();
  EXPECT_FALSE(desk.is_playing());
  desk.go_on_with_half_the_rate();
  EXPECT_FALSE(desk.history().failed_at);
  EXPECT_DOUBLE_EQ(desk.plan().settings.step.learning_rate, 5e8);
}

/// The scene of the first layer at step 200 of 500.
Scene opened_at_200(TrainingDesk& desk) {
  train(desk);
  desk.look_at(200);
  return desk.open_layer(0)->scene;
}

TEST(TrainingDesk, WhatIsChangedInALayerThatWasOpenedGoesBack) {
  TrainingDesk desk;
  Scene scene = opened_at_200(desk);
  const auto numbers = desk.history().snapshots.back()->state.numbers;
  EXPECT_EQ(desk.take_back(scene), "");
  scene.title = "Mine";
  EXPECT_EQ(desk.take_back(scene), "");
  EXPECT_TRUE(desk.is_looking_back());
  EXPECT_FALSE(desk.can_undo());

  scene.heads[0].w_q->edit()(0, 1) = 3;
  EXPECT_EQ(desk.take_back(scene), "");
  ASSERT_TRUE(frames_until(desk, [&] { return desk.shown() != nullptr; }));
  EXPECT_EQ(desk.step(), 200);
  EXPECT_EQ(desk.history().last_step(), 200);
  EXPECT_EQ(std::ranges::count(desk.history().marks, "changed by hand", &TrainingMark::words), 1);
  EXPECT_EQ((**desk.picture()->network.blocks[0].attention->heads[0].w_q)(0, 1), 3);
  ASSERT_EQ(desk.ghosts().size(), 1U);
  EXPECT_EQ(desk.take_back(scene), "");
  EXPECT_EQ(desk.ghosts().size(), 1U);

  desk.undo();
  EXPECT_EQ(desk.history().last_step(), 500);
  EXPECT_EQ(desk.shown()->state.numbers, numbers);
  EXPECT_EQ(desk.take_back(scene), "");  // what was undone is not done once more
  EXPECT_EQ(desk.history().last_step(), 500);
  scene.heads[0].w_q->edit()(0, 1) = 4;
  EXPECT_EQ(desk.take_back(scene), "");
  EXPECT_EQ(desk.history().last_step(), 200);
}

TEST(TrainingDesk, TrainsOnFromWhatWasChangedByHand) {
  TrainingDesk desk;
  Scene scene = opened_at_200(desk);
  scene.heads[0].w_k->edit().setZero();
  desk.take_back(scene);
  ASSERT_TRUE(frames_until(desk, [&] { return desk.shown() != nullptr; }));
  EXPECT_LT(desk.shown()->test.accuracy, 0.9F);
  train(desk);
  EXPECT_EQ(desk.step(), 500);
  EXPECT_GT(desk.shown()->test.accuracy, 0.99F);
}

TEST(TrainingDesk, SaysWhatStaysInTheSceneAlone) {
  TrainingDesk desk;
  Scene scene = opened_at_200(desk);
  scene.embeddings.edit()(0, 0) += 1;
  EXPECT_EQ(desk.take_back(scene),
            "The network computes the inputs of a layer: changed inputs stay in the scene");
  scene.normalizer.kind = &normalizer_kind("sparsemax");
  EXPECT_EQ(desk.take_back(scene),
            "Only trainable numbers go back to the network: other changes stay in the scene");
  EXPECT_FALSE(desk.can_undo());
  desk.reset();
  scene.heads[0].w_q->edit()(0, 0) = 3;
  EXPECT_EQ(desk.take_back(scene),
            "The run no longer has the step of this layer: changes stay in the scene");
  EXPECT_EQ(desk.take_back(scene), "");
}

TEST(TrainingDesk, SaysWhatIsWrongWithASequence) {
  TrainingDesk desk;
  const auto before = desk.tokens();
  desk.type("a b z");
  EXPECT_EQ(desk.complaint(), "z is not among a … h");
  EXPECT_EQ(desk.tokens(), before);
  desk.type("");
  EXPECT_EQ(desk.complaint(), "expected 1 to 10 tokens, found 0");
  desk.type("abcabcabcab");
  EXPECT_EQ(desk.complaint(), "expected 1 to 10 tokens, found 11");
  desk.type("abc");
  EXPECT_TRUE(desk.complaint().empty());
  EXPECT_EQ(desk.typed(), "a b c");
  ASSERT_TRUE(frames_until(desk, [&] { return desk.shown() != nullptr; }));
  EXPECT_EQ(desk.picture()->weights(0, 0).rows(), 3);
  EXPECT_EQ(desk.targets(), (std::vector<Index>{2, 1, 0}));
}

TEST(TrainingDesk, TrainsToWhatIsPainted) {
  TrainingDesk desk;
  for (Index row = 1; row < 10; ++row) {
    desk.paint({.begins = row == 1, .row = row, .column = row - 1});
  }
  EXPECT_EQ(desk.plan().settings.target, nullptr);
  const WeightTarget target = desk.painted_target();
  EXPECT_FALSE(target.has(0));
  EXPECT_FLOAT_EQ(target.rows(4, 3), 0.9F);
  EXPECT_FLOAT_EQ(target.rows.row(4).sum(), 1);
  TrainingPlan plan = desk.plan();
  plan.aim = 20;
  desk.change(plan, "another λ");
  desk.train_to_painted(true);
  ASSERT_NE(desk.plan().settings.target, nullptr);
  ASSERT_TRUE(frames_until(desk, [&] { return desk.shown() != nullptr; }));
  const double before = distance(target, desk.picture()->weights(0, 0));
  train(desk);
  EXPECT_LT(distance(target, desk.picture()->weights(0, 0)), 0.3 * before);
  EXPECT_LT(desk.shown()->test.accuracy, 0.9F);  // what the task wants is another thing

  desk.undo();  // the run stays
  EXPECT_EQ(desk.plan().settings.target, nullptr);
  EXPECT_EQ(desk.history().last_step(), 500);
  EXPECT_TRUE(desk.has_painted());
  desk.undo();  // one stroke
  EXPECT_FALSE(desk.has_painted());
  EXPECT_FALSE(desk.can_undo());
}

TEST(TrainingDesk, PaintsWhatAHeadSees) {
  PaintedHead painted{.layer = 0, .head = 0, .cells = Matrix::Zero(5, 5)};
  paint(painted, {.begins = true, .row = 1, .column = 1, .brush = 3, .weight = 0.8F}, true);
  EXPECT_EQ((painted.cells.array() > 0).count(), 6);  // on and below the diagonal
  const WeightTarget target = target_of(painted, true, 1);
  EXPECT_FLOAT_EQ(target.rows(0, 0), 1);     // it sees no other
  EXPECT_FLOAT_EQ(target.rows(1, 0), 0.5F);  // nor does this one
  EXPECT_FLOAT_EQ(target.rows(2, 2), 1.0F / 3);
  EXPECT_FLOAT_EQ(target.rows(2, 0) + target.rows(2, 1) + target.rows(2, 2), 1);
  EXPECT_EQ(target.rows(2, 3), 0);
  paint(painted, {.begins = true, .row = 1, .column = 1, .brush = 5, .weight = 0}, true);
  EXPECT_TRUE(painted.is_blank());
}

/// Every word of three letters, as it is read from its end.
std::string reversed_words() {
  std::string text;
  for (const char a : {'k', 'l', 'm'}) {
    for (const char b : {'k', 'l', 'm'}) {
      for (const char c : {'k', 'l', 'm'}) {
        text += std::string{a, b, c} + " → " + std::string{c, b, a} + "\n";
      }
    }
  }
  return text;
}

TEST(TrainingDesk, ShowsNoExampleOfAShortFileTwice) {
  const test::TemporaryFolder folder;
  test::put(folder / "short.txt", "a b → b\nb a → a\na a → a\nb b → b\n");
  TrainingDesk desk;
  EXPECT_EQ(desk.examples().size(), 3U);
  desk.open_task(folder / "short.txt");
  ASSERT_TRUE(frames_until(desk, [&] { return desk.own_task() != nullptr; }));
  EXPECT_EQ(desk.examples().size(), 1U) << "a fifth of four lines, but one at least";
}

TEST(TrainingDesk, LearnsATaskFromAFileAndUndoHasTheFormer) {
  const test::TemporaryFolder folder;
  test::put(folder / "mine.txt", reversed_words());
  TrainingDesk desk;
  train(desk);
  desk.open_task(folder / "mine.txt");
  ASSERT_TRUE(frames_until(desk, [&] { return desk.own_task() != nullptr; }));
  EXPECT_EQ(desk.plan().task, desk.own_task());
  EXPECT_EQ(desk.plan().settings.seed, 7U);
  EXPECT_EQ(desk.history().last_step(), 0);
  EXPECT_EQ(desk.take_message(), "");
  desk.type("klm");
  EXPECT_EQ(desk.targets(), (std::vector<Index>{2, 1, 0}));
  desk.type("kl");
  EXPECT_TRUE(desk.targets().empty()) << "the file says nothing of it";
  train(desk);
  EXPECT_EQ(desk.shown()->test.accuracy, 1);
  desk.take_task(*find_task("first"));
  EXPECT_NE(desk.plan().task, desk.own_task());
  desk.undo();
  EXPECT_EQ(desk.plan().task, desk.own_task());
  desk.undo();
  EXPECT_EQ(desk.plan().task->id, "reverse");
  EXPECT_EQ(desk.history().last_step(), 500);
  desk.take_task(*desk.own_task());
  EXPECT_EQ(desk.plan().task->id, "mine.txt");
}

TEST(TrainingDesk, SaysWhatIsWrongWithAFileAndKeepsWhatItHad) {
  const test::TemporaryFolder folder;
  test::put(folder / "mine.txt", "a b → b a\n\na b c → c b a\n");
  TrainingDesk desk;
  train(desk);
  const auto told = [&](const std::string& path) {
    desk.open_task(path);
    EXPECT_TRUE(frames_until(desk, [&] { return !desk.is_reading(); }));
    EXPECT_EQ(desk.plan().task->id, "reverse");
    EXPECT_EQ(desk.history().last_step(), 500);
    EXPECT_EQ(desk.own_task(), nullptr);
    return desk.take_message();
  };
  EXPECT_EQ(told(folder / "mine.txt"), "mine.txt:3: expected 2 tokens, as in line 1, found 3");
  EXPECT_EQ(told(folder / "none.txt"), "none.txt: No such file or directory");
  EXPECT_EQ(told("/dev/zero"), "zero: not a regular file");
  ASSERT_EQ(mkfifo((folder / "pipe.txt").c_str(), 0600), 0);
  EXPECT_EQ(told(folder / "pipe.txt"), "pipe.txt: not a regular file");
  EXPECT_EQ(desk.take_message(), "");
}

TEST(TrainingDesk, OfTwoFilesTheLastIsTaken) {
  const test::TemporaryFolder folder;
  test::put(folder / "1.txt", "a → b\nb → a\nc → a\n");
  test::put(folder / "2.txt", reversed_words());
  TrainingDesk desk;
  desk.open_task(folder / "1.txt");
  desk.follow();
  desk.open_task(folder / "2.txt");
  ASSERT_TRUE(frames_until(desk, [&] { return !desk.is_reading(); }));
  EXPECT_EQ(desk.plan().task->id, "2.txt");
}

TEST(TrainingDesk, LearnsFromPointsAndTakesThoseOfOnesOwn) {
  const LearningTask& task = *find_task("regression");
  TrainingDesk desk(first_plan(task), 300);
  train(desk);
  EXPECT_LT(desk.shown()->test.loss, 2 * task.loss_of_step);
  EXPECT_TRUE(desk.history().marks.empty()) << "no answer is right";
  desk.type("1 0.5, -1 -0.5, 0.5 0.25, -0.5 -0.25, 0.8");
  EXPECT_EQ(desk.complaint(), "");
  EXPECT_EQ(desk.typed(), "1.00 0.50, -1.00 -0.50, 0.50 0.25, -0.50 -0.25, 0.80");
  EXPECT_EQ(desk.picture()->network.tokens, (std::vector<std::string>{"1", "2", "3", "4", "?"}));
  EXPECT_FLOAT_EQ(desk.sequence().numbers.back(), .4F);
  // η Σ x² of these points, and η by one step as the run should have it.
  EXPECT_NEAR(desk.picture()->logits(4, 0), .4 * 2.5 * .278, .06);
  for (const char* wrong : {"1 0.5", "1", "", "1 a 2", "1 2 nan", "1 2 1000"}) {
    desk.type(wrong);
    EXPECT_NE(desk.complaint(), "") << wrong;
    EXPECT_EQ(desk.tokens().size(), 5U) << wrong;
  }
  desk.type("0 1 2");
  EXPECT_TRUE(desk.targets().empty()) << "no line through 0 says what is right";
}

TEST(TrainingPlan, EveryTaskHasANetworkThatIsTrained) {
  for (const LearningTask& task : tasks()) {
    EXPECT_TRUE(LearnedNumbers::takes(first_network(first_plan(task)))) << task.id;
  }
}

TEST(TrainingPlan, TrainsWhateverKindIsChosen) {
  const auto learns = [](const TrainingPlan& plan) {
    EXPECT_EQ(problem_of(plan), "");
    const Network first = first_network(plan);
    Trainer trainer(first, *plan.task, plan.settings);
    const double before = trainer.test(16).loss;
    for (int n = 0; n < 25; ++n) trainer.step();
    EXPECT_FALSE(trainer.has_failed());
    EXPECT_LT(trainer.test(16).loss, before);
    EXPECT_GT(seconds_of_step(plan, first), 0);
  };
  TrainingPlan plan = first_plan(*find_task("first"));
  plan.settings.batch = 16;
  for (const NormalizerKind* kind : normalizers_to_choose()) {
    SCOPED_TRACE(kind->id);
    TrainingPlan other = plan;
    other.kinds.normalizer = kind;
    learns(other);
  }
  for (const ScoreKind* kind : scores_to_choose()) {
    SCOPED_TRACE(kind->id);
    TrainingPlan other = plan;
    other.kinds.score = kind;
    learns(other);
  }
  for (const PositionKind* kind : positions_to_choose()) {
    SCOPED_TRACE(kind->id);
    TrainingPlan other = plan;
    other.sizes.has_positions = false;
    other.kinds.position = kind;
    learns(other);
    EXPECT_EQ(LearnedNumbers::takes(first_network(other)), kind->table != nullptr);
  }
}

TEST(TrainingDesk, RefusesANetworkThatCantBe) {
  TrainingDesk desk;
  TrainingPlan plan = desk.plan();
  plan.sizes.has_positions = false;
  plan.kinds.position = &position_kind("rope");
  desk.change(plan, "Positions");
  EXPECT_EQ(desk.refusal(), "");
  EXPECT_FALSE(desk.is_fast());
  EXPECT_GT(desk.seconds_expected(), 0);
  plan.sizes.heads = 8;  // each of width 1, of which nothing turns
  desk.change(plan, "Heads");
  EXPECT_NE(desk.refusal(), "");
  EXPECT_EQ(desk.plan().sizes.heads, 1);
}

TEST(TrainingPlan, HeadsDivideTheWidth) {
  Sizes sizes{.heads = 1, .width = 12};
  set_heads(sizes, 2);
  EXPECT_EQ(sizes.heads, 2);
  set_heads(sizes, 5);
  EXPECT_EQ(sizes.heads, 6);
  set_heads(sizes, 7);
  EXPECT_EQ(sizes.heads, 6);
  set_heads(sizes, 5);
  EXPECT_EQ(sizes.heads, 4);
  set_width(sizes, 64);
  EXPECT_EQ(sizes.heads, 4);
  sizes.mlp = 128;
  set_width(sizes, 8);
  EXPECT_EQ(sizes.mlp, 16);
}

}  // namespace
}  // namespace attn::training_desk_test
