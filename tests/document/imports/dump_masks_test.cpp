// What of an imported layer is masked, and which zeros were given.

#include "app/document/dumps/dump_masks.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "app/document/imports/dump_scene.h"
#include "app/document/imports/open_dump.h"
#include "engine/attention/mask.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/tensors/made_files.h"

namespace attn::dump_masks_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Scene of a layer whose heads have these numbers.
Scene imported(const std::vector<Matrix>& heads, const DumpChoice& choice = {}) {
  const Index M = heads[0].rows(), L = heads[0].cols();
  std::vector<float> numbers;
  for (const Matrix& head : heads) {
    numbers.insert(numbers.end(), head.data(), head.data() + head.size());
  }
  const std::string shape = "(" + std::to_string(heads.size()) + ", " + std::to_string(M) + ", " +
                            std::to_string(L) + ")";
  const auto dump = open_dump(FileBytes::held(test::npy(shape, test::floats(numbers))), choice);
  const ImportWishes wishes{.name = "a.npy"};
  const Scene scene = imported_scene(*dump, analyse_layer(*dump, 0, wishes), wishes);
  EXPECT_EQ(check(scene), std::nullopt);
  return scene;
}

BoolMatrix masked_in(const Scene& scene, Index head = 0) {
  return evaluate(scene).head(head).masked().array() == kMasked;
}

Matrix weights_at(Scene scene, float temperature) {
  scene.normalizer.temperature = temperature;
  return evaluate(scene).heads[0].weights;
}

/// Rows of random weights that sum to 1 where `hidden` is false, else are 0.
Matrix random_weights(const BoolMatrix& hidden, std::mt19937& random) {
  std::uniform_real_distribution<float> any(0.1F, 1);
  Matrix weights = hidden.unaryExpr([&](bool is) { return is ? 0 : any(random); });
  for (Index i = 0; i < weights.rows(); ++i) {
    if (const float sum = weights.row(i).sum(); sum > 0) weights.row(i) /= sum;
  }
  return weights;
}

TEST(DumpMasks, FindWhatMasksHide) {
  std::mt19937 random(7);
  Mask causal, window, padding;
  window.kind = &mask_kind("window");
  padding.kind = &mask_kind("padding");
  window.radius = 2;
  padding.valid = std::vector<bool>{true, true, true, true, true, true, false, false};
  for (const std::vector<Mask>& masks : std::vector<std::vector<Mask>>{
           {}, {causal}, {window}, {padding}, {causal, window}, {causal, padding}}) {
    const BoolMatrix hidden = hidden_cells(masks, 8, 8);
    const Matrix one = random_weights(hidden, random), two = random_weights(hidden, random);
    EXPECT_EQ(hidden_cells(masks_within(hidden), 8, 8), hidden);
    const Scene scene = imported({one, two});
    EXPECT_EQ(masked_in(scene), hidden);
    EXPECT_EQ(scene.score.null, NoScore::kMasked) << "no other zeros";
    EXPECT_TRUE(evaluate(scene).heads[1].weights.isApprox(two, 1e-5F));
  }
}

TEST(DumpMasks, AreNoZerosThatWereGiven) {
  std::mt19937 random(8);
  BoolMatrix hidden = hidden_cells({Mask()}, 8, 8);
  const BoolMatrix causal = hidden;
  for (const auto& [i, j] : {std::pair{3, 1}, {5, 0}, {7, 7}}) hidden(i, j) = true;
  const Matrix one = random_weights(hidden, random), two = random_weights(causal, random);
  const Scene scene = imported({one, two});
  EXPECT_EQ(scene.score.null, NoScore::kZero);
  EXPECT_EQ(masked_in(scene), causal);
  EXPECT_EQ(masked_in(scene, 1), causal);
  EXPECT_TRUE(weights_at(scene, 1).isApprox(one, 1e-5F));
  for (const float temperature : {0.5F, 1000.F, std::numeric_limits<float>::infinity()}) {
    const Matrix weights = weights_at(scene, temperature);
    EXPECT_EQ(weights(5, 0), 0) << "no temperature brings it back";
    EXPECT_GT(weights(7, 2), 0);
  }
  EXPECT_NE(scene.notes.find("3 weights of 0 that no mask explains"), scene.notes.npos);
}

TEST(DumpMasks, LeaveZerosOfDropoutToBeSeen) {
  const Matrix weights{{{.5F, 0, .7F}, {.2F, .6F, .3F}, {.6F, .6F, 0}}};
  const Scene scene = imported({weights});
  EXPECT_TRUE(weights_at(scene, 1).isApprox(weights, 1e-5F));
  EXPECT_FALSE(masked_in(scene).any());
  const Scene dropped = imported({Matrix{{{.5F, 0, .7F}, {0, 0, 0}, {.6F, .6F, 0}}}});
  EXPECT_FALSE(masked_in(dropped).any());
  EXPECT_NE(dropped.notes.find("rows sum to 0 … 1.2"), dropped.notes.npos) << dropped.notes;
}

TEST(DumpMasks, TakeNanForHidden) {
  const Matrix weights{{{1, kNan, kNan}, {.2F, .3F, .5F}, {0, .4F, .6F}}};
  const Scene scene = imported({weights});
  const BoolMatrix masked{{{false, true, true}, {false, false, false}, {false, false, false}}};
  EXPECT_EQ(masked_in(scene), masked) << "0 is none, as it is in no pattern";
  const Matrix scores{{{1, kNan, -2}, {.5F, -.5F, 0}, {.2F, .2F, .6F}}};
  EXPECT_EQ(masked_in(imported({scores})).count(), 1);
}

TEST(DumpMasks, HideScoresThatNoSoftmaxSees) {
  std::mt19937 random(9);
  std::normal_distribution<float> any(0, 3);
  const BoolMatrix causal = hidden_cells({Mask()}, 6, 6);
  for (const float least : {-65472.F, -10000.F, -1e9F, -2000.F}) {
    const auto head = [&] {
      return Matrix(causal.unaryExpr([&](bool is) { return any(random) + (is ? least : 0); }));
    };
    const Scene scene = imported({head(), head()});
    EXPECT_EQ(masked_in(scene), causal) << least;
    EXPECT_EQ(weights_at(scene, std::numeric_limits<float>::infinity())(0, 1), 0) << least;
    EXPECT_EQ(masked_in(imported({head()})), causal) << "one head, in a pattern";
  }
  Matrix one = Matrix::Zero(4, 4);
  one(2, 1) = -2000;
  EXPECT_FALSE(masked_in(imported({one})).any()) << "no pattern";
  EXPECT_EQ(masked_in(imported({one, one})).count(), 1) << "the same in all heads";
  EXPECT_FALSE(masked_in(imported({one, one}, {.masked_from = -1e6F})).any());
  EXPECT_EQ(masked_in(imported({one}, {.masked_from = -1000.F})).count(), 1);
}

TEST(DumpMasks, LeaveRowsOfScoresThatAreZero) {
  const Matrix scores{{{0, 0, 0}, {-1, 2.5F, 0}, {0, 0, 0}}};
  const Scene scene = imported({scores});
  EXPECT_EQ(scene.notes.find("see no key"), scene.notes.npos);
  EXPECT_NEAR(weights_at(scene, 1)(0, 1), 1. / 3, 1e-6);
}

TEST(DumpMasks, FollowWhatTheNumbersAreSaidToBe) {
  const Matrix numbers{{{.5F, .5F}, {0, 1}}};
  EXPECT_NEAR(weights_at(imported({numbers}, {.as = DumpAs::kScores}), 1)(1, 1),
              1 / (1 + std::exp(-1.)), 1e-6);
  const Matrix negative{{{-.5F, .5F}, {-2, 1}}};
  EXPECT_EQ(weights_at(imported({negative}, {.as = DumpAs::kWeights}), 1), negative);
}

}  // namespace
}  // namespace attn::dump_masks_test
