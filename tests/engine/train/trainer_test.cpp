// Gradients against central differences of the plain reference; runs, and what they come to.

#include "engine/train/trainer.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "engine/blocks/stages.h"
#include "engine/kernels/kernel_choice.h"
#include "engine/tasks/first_network.h"
#include "tests/support/random.h"

namespace attn::trainer_test {
namespace {

/// Of one sequence, by the reference: the sum of −ln p.
double plain_loss(Network network, const LearningTask& task, const Example& one) {
  for (std::size_t n = 0; n < one.tokens.size(); ++n) {
    network.tokens[n] = task.vocabulary[static_cast<std::size_t>(one.tokens[n])];
  }
  const NetworkTrace trace = evaluate_plainly(network);
  const Eigen::MatrixXd logits = trace.stages.back().x.cast<double>();
  double loss = 0;
  for (std::size_t n = 0; n < one.targets.size(); ++n) {
    if (one.targets[n] == kNoTarget) continue;
    const auto row = logits.row(static_cast<Index>(n));
    const double largest = row.maxCoeff();
    loss += largest + std::log((row.array() - largest).exp().sum()) - row(one.targets[n]);
  }
  return loss;
}

struct Case {
  std::string_view task;
  Sizes sizes;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const LearningTask& task : tasks()) {
    if (task.length <= 16) all.push_back({task.id, task.smallest});
  }
  all.push_back(
      {"depth",
       {.layers = 2, .heads = 2, .width = 6, .mlp = 5, .is_causal = true, .has_residual = true}});
  all.push_back({"count", {.layers = 3, .heads = 3, .width = 9, .has_positions = false}});
  return all;
}

TEST(Trainer, GradientsAreThoseOfTheReference) {
  test::Random random(3);
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.task);
    const LearningTask& task = *find_task(one.task);
    Network network = first_network(task, one.sizes, 5);
    // Biases that are 0 at first hide what they do.
    network.unembedding_bias = random.row(static_cast<Index>(task.classes.size()));
    for (Block& block : network.blocks) {
      if (block.mlp) block.mlp->b_1 = random.row(block.mlp->w_1->cols());
    }
    ASSERT_TRUE(LearnedNumbers::takes(network));
    // Of more sequences than lanes, and not a whole number of them.
    const Index batch = fastest_kernels().lanes + 3;
    Trainer trainer(network, task, {.seed = 9, .batch = batch});
    const std::vector<float> gradient = trainer.gradient();
    std::vector<Example> examples;
    double wanted = 0;
    for (Index n = 0; n < batch; ++n) {
      examples.push_back(example(task, 9, Sequences::kTraining, static_cast<std::uint64_t>(n)));
      for (const Index target : examples.back().targets) wanted += target != kNoTarget;
    }
    LearnedNumbers learned(network);
    const auto loss_at = [&](std::size_t place, float value) {
      const float before = std::exchange(learned.numbers[place], value);
      Network other = network;
      learned.write_to(other);
      learned.numbers[place] = before;
      double loss = 0;
      for (const Example& it : examples) loss += plain_loss(other, task, it);
      return loss / wanted;
    };
    // A step that passes a corner of relu tells of both of its sides.
    const double near = one.sizes.mlp > 0 ? 1e-3 : 5e-5;
    for (int n = 0; n < 12; ++n) {
      const auto place = static_cast<std::size_t>(random.below(static_cast<int>(gradient.size())));
      const float at = learned.numbers[place], step = 4e-3F;
      const double rise = loss_at(place, at + step) - loss_at(place, at - step);
      EXPECT_NEAR(static_cast<double>(gradient[place]), rise / (2 * static_cast<double>(step)),
                  near + 3e-3 * std::abs(static_cast<double>(gradient[place])))
          << "number " << place << " of " << gradient.size();
    }
  }
}

TEST(Trainer, AnswersAreThoseOfTheReference) {
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    const Network network = first_network(task, task.smallest, 4);
    Trainer trainer(network, task, {.seed = 2});
    const Answers answers = trainer.test(5);
    double loss = 0;
    for (std::uint64_t n = 0; n < 5; ++n) {
      loss += plain_loss(network, task, example(task, 2, Sequences::kTest, n));
    }
    EXPECT_NEAR(answers.loss, loss, 1e-4 * loss);
    EXPECT_GT(answers.wanted, 0);
    EXPECT_LE(answers.right, answers.wanted);
  }
}

TEST(Trainer, ASeedGivesTheSameRunWhateverTheThreads) {
  const LearningTask& task = *find_task("count");
  WorkerPool one(1), three(3, WorkerPool::Affinity::kAnywhere);
  Trainer a(first_network(task, task.smallest, 1), task, {}, one);
  Trainer b(first_network(task, task.smallest, 1), task, {}, three);
  for (int n = 0; n < 30; ++n) {
    a.step();
    b.step();
  }
  EXPECT_EQ(a.learned().numbers, b.learned().numbers);
  EXPECT_FALSE(a.network() == first_network(task, task.smallest, 1));
}

TEST(Trainer, LearnsInOnceAndAHalfTheStepsThatAreKnown) {
  for (const auto& [id, steps] : {std::pair{"first", 60},
                                  {"previous", 75},
                                  {"last", 60},
                                  {"majority", 75},
                                  {"pointer", 120}}) {
    const LearningTask& task = *find_task(id);
    int learned = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Trainer trainer(first_network(task, task.smallest, seed), task,
                      {.seed = seed, .step = {.learning_rate = task.learning_rate}});
      for (int n = 0; n < steps; ++n) trainer.step();
      const Answers answers = trainer.test(500);
      learned += 100 * answers.right >= 99 * answers.wanted;
    }
    EXPECT_GE(learned, 9) << id;
  }
}

TEST(Trainer, WhatIsNotFiniteIsNotLearnedFrom) {
  const LearningTask& task = *find_task("induction");
  TrainingSettings settings{.optimizer = &optimizer_kind("sgd"), .step = {.learning_rate = 1e6}};
  Trainer trainer(first_network(task, task.smallest, 1), task, settings);
  for (int n = 0; n < 50 && !trainer.has_failed(); ++n) trainer.step();
  ASSERT_TRUE(trainer.has_failed());
  const Index steps = trainer.steps();
  const std::vector<float> numbers = trainer.learned().numbers;
  trainer.step();
  EXPECT_EQ(trainer.steps(), steps);
  EXPECT_EQ(trainer.learned().numbers, numbers);
}

TEST(Trainer, TakesOnlyWhatItComputes) {
  const LearningTask& task = *find_task("first");
  const Network network = first_network(task, task.smallest, 1);
  ASSERT_TRUE(LearnedNumbers::takes(network));
  const auto refuses = [&](auto change) {
    Network other = network;
    change(other, other.blocks[0]);
    return !LearnedNumbers::takes(other);
  };
  EXPECT_TRUE(refuses([](Network&, Block& block) {
    block.attention->normalizer.kind = &normalizer_kind("sparsemax");
  }));
  EXPECT_TRUE(refuses([](Network&, Block& b) { b.attention->score.kind = &score_kind("dot"); }));
  EXPECT_TRUE(refuses([](Network&, Block& b) { b.attention->heads[0].sink = 0.0F; }));
  EXPECT_TRUE(refuses([](Network&, Block& b) { b.attention->heads[0].w_k.reset(); }));
  EXPECT_TRUE(refuses([](Network&, Block& block) {
    Mask window;
    window.kind = &mask_kind("window");
    window.radius = 1;
    block.attention->masks.push_back(window);
  }));
  EXPECT_TRUE(refuses([](Network& net, Block&) { net.norm_out = Norm{}; }));
  EXPECT_TRUE(refuses([](Network&, Block& block) { block.mlp_norm = Norm{}; }));
  EXPECT_TRUE(refuses([](Network& net, Block&) { net.unembedding.reset(); }));
  EXPECT_TRUE(refuses([](Network& net, Block&) {
    net.position = Position{};
    net.position.kind = &position_kind("sinusoidal");
  }));
}

/// A quadratic bowl: each optimizer comes to its lowest place.
TEST(Optimizers, GoDown) {
  for (const OptimizerKind& kind : optimizer_kinds()) {
    std::vector<float> numbers = {3, -2}, gradient(2);
    StepMemory memory;
    for (int n = 0; n < 2000; ++n) {
      gradient = {2 * (numbers[0] - 1), 8 * (numbers[1] + 1)};
      kind.step(numbers, gradient, {.learning_rate = 0.01}, memory);
    }
    EXPECT_NEAR(numbers[0], 1, 1e-3) << kind.id;
    EXPECT_NEAR(numbers[1], -1, 1e-3) << kind.id;
  }
}

/// Kingma & Ba 2015: the first step is the learning rate, whatever the gradient.
TEST(Optimizers, AdamsFirstStepIsTheLearningRate) {
  std::vector<float> numbers = {1, 1};
  const std::vector<float> gradient = {1e-3F, -250};
  StepMemory memory;
  optimizer_kind("adam").step(numbers, gradient, {.learning_rate = 0.1}, memory);
  EXPECT_NEAR(numbers[0], 0.9, 1e-5);
  EXPECT_NEAR(numbers[1], 1.1, 1e-5);
}

}  // namespace
}  // namespace attn::trainer_test
