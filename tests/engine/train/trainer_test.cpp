// Gradients against central differences of the plain reference; runs, and what they come to.

#include "engine/train/trainer.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/blocks/network_gradients.h"
#include "engine/blocks/stages.h"
#include "engine/kernels/kernel_choice.h"
#include "engine/tasks/first_network.h"
#include "tests/support/random.h"
#include "tests/support/test_cases.h"

namespace attn::trainer_test {
namespace {

/// Loss of one sequence by the reference: the sum of −ln p, or of squares.
double plain_loss(Network network, const LearningTask& task, const Example& one) {
  put_sequence(task, one, network);
  const WideMatrix logits = evaluate_wide(network).back().x;
  double loss = 0;
  for (std::size_t n = 0; n < one.targets.size(); ++n) {
    if (one.targets[n] == kNoTarget) continue;
    const auto row = logits.row(static_cast<Index>(n));
    if (task.is_of_points) {
      loss += std::pow(row(0) - static_cast<double>(one.numbers[n]), 2);
      continue;
    }
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
  all.push_back(
      {"regression",
       {.layers = 2, .heads = 2, .width = 6, .mlp = 5, .is_causal = true, .has_residual = true}});
  return all;
}

/// Derivative of a loss by a number, from differences; none if a kink of relu lies between, with
/// different slopes at its sides.
std::optional<double> slope_beside(const std::function<double(float)>& loss_at, float at) {
  const auto slope = [&](float step) {
    const float before = at - step, behind = at + step;
    return (loss_at(behind) - loss_at(before)) / static_cast<double>(behind - before);
  };
  const double coarse = slope(2e-3F), fine = slope(1e-3F);
  // Richardson extrapolation: the error of smooth functions is four times as large for double
  // steps.
  const double exact = (4 * fine - coarse) / 3;
  if (std::abs(slope(5e-4F) - exact) > 1e-5 + 1e-3 * std::abs(exact)) return {};
  return std::abs(coarse - exact) > 1e-4 + 0.01 * std::abs(exact) ? std::nullopt
                                                                  : std::optional(exact);
}

TEST(Trainer, GradientsAreThoseOfTheReference) {
  test::Random random(3);
  int compared = 0, corners = 0;
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
    // More sequences than lanes, and not a multiple of them.
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
    for (int n = 0; n < test::test_cases(12); ++n) {
      const auto place = static_cast<std::size_t>(random.below(static_cast<int>(gradient.size())));
      const std::optional<double> slope =
          slope_beside([&](float value) { return loss_at(place, value); }, learned.numbers[place]);
      ++compared;
      corners += !slope;
      if (!slope) continue;
      EXPECT_NEAR(static_cast<double>(gradient[place]), *slope, 5e-5 + 3e-3 * std::abs(*slope))
          << "number " << place << " of " << gradient.size();
    }
  }
  if (test::percentage_of_cases() < 100) return;  // a share of few cases tells little
  EXPECT_LT(corners, compared / 8) << "of " << compared;
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

TEST(Trainer, RestsManyTimesInAStep) {
  const LearningTask& task = *find_task("count");
  for (const int threads : {1, 3}) {
    WorkerPool pool(threads, WorkerPool::Affinity::kAnywhere);
    Trainer trainer(first_network(task, task.smallest, 1), task, {.batch = 64}, pool);
    std::atomic<Index> rests = 0;
    trainer.set_rest([&] { ++rests; });
    trainer.step();
    EXPECT_EQ(rests, 64 / static_cast<Index>(fastest_kernels().lanes));
    trainer.test(8);
    EXPECT_GT(rests, 64 / static_cast<Index>(fastest_kernels().lanes));
  }
}

TEST(Trainer, LearnsInTheStepsThatAreUsual) {
  for (const LearningTask& task : tasks()) {
    // Whether these are learned is not told by the share of right answers.
    if (task.is_of_points || task.finite || task.id.starts_with("bigram")) continue;
    const bool is_short = task.usual_steps <= 300;
    const std::uint64_t seeds = is_short ? test::test_cases<std::uint64_t>(10) : 2;
    std::uint64_t learned = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      Trainer trainer(first_network(task, task.smallest, seed), task, settings_for(task, seed));
      if (!is_short && !test::are_all_tried()) break;
      Answers answers;
      const auto is_learned = [&] {
        return answers.wanted > 0 && 100 * answers.right >= 99 * answers.wanted;
      };
      for (Index n = 1; n <= task.usual_steps && !is_learned(); ++n) {
        trainer.step();
        if (n % 10 == 0) answers = trainer.test(500);
      }
      learned += is_learned() ? 1 : 0;
    }
    const std::uint64_t least = test::are_all_tried() ? 3 * seeds : 0;
    EXPECT_GE(4 * learned + 4, least) << task.id;
  }
}

/// Loss after the best single step of gradient descent from 0, Σ (y − η Σ_j y_j x_j · x)² / n, with
/// η optimal for these sequences (von Oswald et al. 2023, proposition 1).
double left_by_one_step(const LearningTask& task, std::uint64_t seed, std::uint64_t count) {
  double squares = 0, products = 0, wanted = 0;
  for (std::uint64_t n = 0; n < count; ++n) {
    const Example one = example(task, seed, Sequences::kTest, n);
    const auto input = [&](std::size_t at) { return static_cast<double>(one.inputs[at]); };
    double step = 0;
    for (std::size_t at = 0; at < 10; ++at) step += input(2 * at) * input(2 * at + 1);
    step *= input(20);
    const double y = static_cast<double>(one.numbers.back());
    squares += step * step;
    products += step * y;
    wanted += y * y;
  }
  return (wanted - products * products / squares) / static_cast<double>(count);
}

TEST(Trainer, ALinearHeadLearnsAStepOfGradientDescentAndSoftmaxDoesNot) {
  LearningTask task = *find_task("regression");
  // (1 − E[s]² / E[s²]) E[x²] for s = Σ x²: each row of a table says what its network can reach.
  EXPECT_NEAR(left_by_one_step(task, 1, 20000), task.loss_of_step, 1.5e-3);
  const auto learned = [&](std::uint64_t seed) {
    Trainer trainer(first_network(task, task.smallest, seed), task, settings_for(task, seed));
    EXPECT_TRUE(trainer.is_fast());
    for (int n = 0; n < 1000; ++n) trainer.step();
    const Answers answers = trainer.test(2000);
    EXPECT_EQ(answers.wanted, 2000);
    EXPECT_EQ(answers.right, 0);
    return answers.loss / 2000;
  };
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    task.normalizer = &normalizer_kind("none");
    const double best = left_by_one_step(task, seed, 2000), linear = learned(seed);
    EXPECT_GT(linear, 0.97 * best);
    EXPECT_LT(linear, 1.5 * best);
    task.normalizer = &normalizer_kind("softmax");
    EXPECT_GT(learned(seed), 1.2 * linear);
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

TEST(Trainer, IsFastWhereAllIsComputedSideBySide) {
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
  EXPECT_TRUE(refuses([](Network&, Block& block) { block.attention.reset(); }));
}

/// Rows of shares, some of them blank; as far as a causal head sees.
std::shared_ptr<const WeightTarget> some_target(test::Random& random, Index layer, Index head,
                                                Index tokens, bool is_causal) {
  auto target = std::make_shared<WeightTarget>();
  target->layer = layer;
  target->head = head;
  target->factor = 0.5F + static_cast<float>(random.below(4));
  target->rows = Matrix::Zero(tokens, tokens);
  for (Index row = 0; row < tokens; ++row) {
    if (row > 0 && random.below(3) == 0) continue;
    const Index seen = is_causal ? row + 1 : tokens;
    for (Index key = 0; key < seen; ++key) {
      target->rows(row, key) = 0.1F + static_cast<float>(random.below(10));
    }
    target->rows.row(row) /= target->rows.row(row).sum();
  }
  return target;
}

/// Distance of one sequence by the reference.
double plain_distance(Network network, const LearningTask& task, const Example& one,
                      const WeightTarget& target) {
  put_sequence(task, one, network);
  const NetworkTrace trace = evaluate_plainly(network);
  const auto layer = attention_of(network, trace, target.layer);
  const Matrix& weights = layer->trace.heads[static_cast<std::size_t>(target.head)].weights;
  if (layer->scene.normalizer.kind->sums_to_one()) return distance(target, weights);
  double squares = 0;
  for (Index row = 0; row < weights.rows(); ++row) {
    if (!target.has(row)) continue;
    squares += (weights.row(row) - target.rows.row(row)).cast<double>().squaredNorm();
  }
  return squares / static_cast<double>(target.count());
}

/// Gradients of a weight target by central differences, fast and by the reference, for tasks with
/// targets at every position or at some.
TEST(Trainer, GradientsHeedAWeightTarget) {
  test::Random random(5);
  for (int number = 0; number < 8; ++number) {
    SCOPED_TRACE(number);
    const bool is_plain = number % 4 == 3, is_causal = number % 2 == 0;
    const bool is_linear = number % 4 == 1 || number == 6;
    const LearningTask& task = *find_task(number % 3 == 0 ? "nested" : "count");
    Network network = first_network(
        task, {.layers = 2, .heads = 2, .width = 6, .is_causal = is_causal, .has_residual = true},
        5);
    for (Block& block : network.blocks) {
      if (is_plain) block.attention->score.kind = &score_kind("dot");
      if (is_linear) block.attention->normalizer.kind = &normalizer_kind("none");
    }
    // Fewer sequences have larger third derivatives.
    const Index batch = is_plain ? 2 : std::max<Index>(fastest_kernels().lanes, 16) + 3;
    TrainingSettings settings{.seed = 9, .batch = batch};
    settings.target = some_target(random, number / 2 % 2, number % 2, task.length, is_causal);
    Trainer trainer(network, task, settings);
    ASSERT_EQ(trainer.is_fast(), !is_plain);
    const std::vector<float> gradient = trainer.gradient();
    LearnedNumbers learned(network);
    const auto loss_at = [&](std::size_t place, float value) {
      const float before = std::exchange(learned.numbers[place], value);
      Network other = network;
      learned.write_to(other);
      learned.numbers[place] = before;
      double loss = 0, wanted = 0;
      for (Index n = 0; n < batch; ++n) {
        const Example one = example(task, 9, Sequences::kTraining, static_cast<std::uint64_t>(n));
        const auto places = static_cast<double>(std::ssize(one.targets) -
                                                std::ranges::count(one.targets, kNoTarget));
        loss +=
            plain_loss(other, task, one) + static_cast<double>(settings.target->factor) * places *
                                               plain_distance(other, task, one, *settings.target);
        wanted += places;
      }
      return loss / wanted;
    };
    for (int n = 0; n < test::test_cases(12); ++n) {
      const auto place = static_cast<std::size_t>(random.below(static_cast<int>(gradient.size())));
      const float at = learned.numbers[place], step = 4e-3F;
      const double rise = loss_at(place, at + step) - loss_at(place, at - step);
      EXPECT_NEAR(static_cast<double>(gradient[place]), rise / (2 * static_cast<double>(step)),
                  1e-4 + 3e-3 * std::abs(static_cast<double>(gradient[place])))
          << "number " << place << " of " << gradient.size();
    }
  }
}

/// A head that the task would have look at the first comes to look one back, and the same run comes
/// of the same target.
TEST(Trainer, AHeadComesToLookAsItIsPainted) {
  const LearningTask& task = *find_task("first");
  auto target = std::make_shared<WeightTarget>();
  target->factor = 10;
  target->rows =
      Matrix::Constant(task.length, task.length, 0.1F / static_cast<float>(task.length - 1));
  target->rows.row(0).setZero();
  for (Index row = 1; row < task.length; ++row) target->rows(row, row - 1) = 0.9F;
  TrainingSettings settings{.seed = 2, .step = {.learning_rate = 0.02}, .target = target};
  const Network first = first_network(task, task.smallest, 2);
  Trainer trainer(first, task, settings), again(first, task, settings);
  std::vector<HeadHabits> habits;
  trainer.test(50, &habits);
  EXPECT_LT(habits[0].score(0), 0.5);
  for (int n = 0; n < 300; ++n) {
    trainer.step();
    again.step();
  }
  trainer.test(50, &habits);
  EXPECT_GT(habits[0].score(0), 0.6);
  EXPECT_EQ(trainer.learned().numbers, again.learned().numbers);
}

std::optional<Norm> some_norm(test::Random& random, Index width) {
  if (random.below(3) == 0) return {};
  Norm norm;
  norm.kind = &norm_kind(random.below(2) == 0 ? "layer" : "rms");
  if (random.below(2) == 0) norm.gain = random.row(width);
  if (random.below(2) == 0) norm.shift = random.row(width);
  return norm;
}

/// Random network that the fast path supports.
Network some_network(test::Random& random, const LearningTask& task) {
  const Index heads = 1 + random.below(3), width = heads * (1 + random.below(4));
  Sizes sizes{.layers = 1 + random.below(3),
              .heads = heads,
              .width = width,
              .mlp = random.below(2) * (1 + random.below(6)),
              .has_positions = random.below(2) == 0,
              .is_causal = random.below(2) == 0,
              .has_residual = random.below(2) == 0};
  Network network = first_network(task, sizes, 11);
  if (!sizes.has_positions && random.below(2) == 0) {
    network.position.kind = &position_kind("sinusoidal");
  }
  network.norm_in = some_norm(random, width);
  network.norm_out = some_norm(random, width);
  network.unembedding_bias = random.row(static_cast<Index>(task.classes.size()));
  if (task.classes.size() == task.vocabulary.size() && random.below(3) == 0) {
    network.unembedding.reset();
  }
  for (Block& block : network.blocks) {
    block.attention_norm = some_norm(random, width);
    if (random.below(4) == 0) block.attention->normalizer.kind = &normalizer_kind("none");
    block.norm_place = random.below(2) == 0 ? NormPlace::kPre : NormPlace::kPost;
    if (!block.mlp) continue;
    block.mlp_norm = some_norm(random, width);
    block.mlp->b_1 = random.row(block.mlp->w_1->cols());
    if (random.below(2) == 0) block.mlp->b_2 = random.row(width);
    const auto kinds = activation_kinds();
    block.mlp->activation =
        &kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))];
  }
  return network;
}

/// The mean over the first sequences, in the order of LearnedNumbers.
std::vector<float> plain_gradient(const Network& network, const LearningTask& task, Index batch) {
  std::vector<Example> examples;
  for (Index n = 0; n < batch; ++n) {
    examples.push_back(example(task, 9, Sequences::kTraining, static_cast<std::uint64_t>(n)));
  }
  const LearnedNumbers learned(network);
  Network other = network;
  std::vector<double> sums(learned.numbers.size());
  double wanted = 0;
  for (const Example& one : examples) {
    put_sequence(task, one, other);
    const std::vector<WideStage> traces = evaluate_wide(other);
    WideMatrix by = traces.back().x;
    for (Index i = 0; i < by.rows(); ++i) {
      const Index target = one.targets[static_cast<std::size_t>(i)];
      const WideRow powers = (by.row(i).array() - by.row(i).maxCoeff()).exp();
      by.row(i) = powers / powers.sum();
      if (target == kNoTarget) {
        by.row(i).setZero();
      } else {
        by(i, target) -= 1;
        ++wanted;
      }
    }
    // A network whose numbers are the gradients: written to, and read where each is learned.
    const Gradients gradients = network_gradients(other, traces, by);
    Network holds = network;
    visit_network_numbers(holds, [&](const std::string& place, auto& given) {
      using Given = std::remove_cvref_t<decltype(given)>;
      if constexpr (!std::is_same_v<Given, float>) {
        auto& numbers = given.edit();
        const WideMatrix& of = *gradients.find(place);
        for (Index n = 0; n < numbers.size(); ++n) {
          numbers.data()[n] = static_cast<float>(of.data()[n]);
        }
      }
    });
    const LearnedNumbers of(holds);
    for (std::size_t n = 0; n < sums.size(); ++n) sums[n] += static_cast<double>(of.numbers[n]);
  }
  std::vector<float> mean;
  for (const double sum : sums) mean.push_back(static_cast<float>(sum / wanted));
  return mean;
}

double apart(const std::vector<float>& one, const std::vector<float>& other) {
  double apart = 0;
  for (std::size_t n = 0; n < one.size(); ++n) {
    apart = std::max(apart, std::abs(static_cast<double>(one[n] - other[n])));
  }
  return apart;
}

/// How far the reference's own gradient moves with numbers that are some roundings away: far where
/// a norm divides by little, and where that passes a corner of relu.
double moved_by_roundings(test::Random& random, const Network& network, const LearningTask& task,
                          Index batch, const std::vector<float>& plain) {
  double farthest = 0;
  for (int n = 0; n < 4; ++n) {
    Network moved = network;
    visit_network_numbers(moved, [&](const std::string&, auto& given) {
      using Given = std::remove_cvref_t<decltype(given)>;
      if constexpr (!std::is_same_v<Given, float>) {
        auto& numbers = given.edit();
        for (Index at = 0; at < numbers.size(); ++at) {
          numbers.data()[at] *= 1 + 1e-5F * random.number();
        }
      }
    });
    farthest = std::max(farthest, apart(plain_gradient(moved, task, batch), plain));
  }
  return farthest;
}

TEST(Trainer, FastGradientsAreThoseOfTheReferenceForManyNetworks) {
  test::Random random(8);
  const Index batch = fastest_kernels().lanes + 2;
  int touchy = 0;
  for (int number = 0; number < test::test_cases(60); ++number) {
    SCOPED_TRACE(number);
    const LearningTask& task = *find_task(number % 3 == 0   ? "copy"
                                          : number % 2 == 0 ? "count"
                                                            : "pointer");
    const Network network = some_network(random, task);
    Trainer trainer(network, task, {.seed = 9, .batch = batch});
    ASSERT_TRUE(trainer.is_fast());
    const std::vector<float> fast = trainer.gradient();
    const std::vector<float> plain = plain_gradient(network, task, batch);
    ASSERT_EQ(fast.size(), plain.size());
    const double size = apart(plain, std::vector<float>(plain.size()));
    const double moves = moved_by_roundings(random, network, task, batch, plain);
    EXPECT_LT(apart(fast, plain), 2e-4 * size + 2e-5 + moves);
    touchy += moves > 2e-3 * size;
  }
  EXPECT_LT(touchy, test::test_cases(12)) << "of a fifth, else little is compared";
}

/// Networks outside the fast path train, too.
TEST(Trainer, TakesAnyNetwork) {
  const LearningTask& task = *find_task("first");
  Network network = first_network(task, {.width = 4}, 1);
  network.blocks[0].attention->normalizer.kind = &normalizer_kind("sparsemax");
  network.blocks[0].attention->heads[0].sink = 0.5F;
  network.blocks[0].attention->heads[0].b_q = RowVector(RowVector::Zero(4));
  Trainer trainer(network, task, {.seed = 3, .batch = 16, .step = {.learning_rate = 0.05}});
  ASSERT_FALSE(trainer.is_fast());
  const Answers before = trainer.test(20);
  for (int n = 0; n < 25; ++n) trainer.step();
  const Answers after = trainer.test(20);
  EXPECT_FALSE(trainer.has_failed());
  EXPECT_LT(after.loss, 0.8 * before.loss);
  const Network learned = trainer.network();
  EXPECT_NE(*learned.blocks[0].attention->heads[0].sink, 0.5F);
  EXPECT_NO_THROW(require_valid(learned));
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
