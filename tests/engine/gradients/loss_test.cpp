#include <cmath>

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "tests/engine/gradients/central_differences.h"
#include "tests/engine/gradients/random_losses.h"
#include "tests/engine/scenes.h"

namespace attn::loss_test {
namespace {

using namespace attn::test;

/// Weights 1/4 and 3/4 for the one query.
Scene quarters() {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = matrix({{0}, {std::log(3.0F)}});
  scene.queries = Queries{{"q"}, matrix({{1}})};
  scene.score.kind = &score_kind("dot");
  return scene;
}

TEST(Loss, OfWeightsIsAsWritten) {
  const Matrix target = matrix({{0.5F, 0.5F}});
  EXPECT_NEAR(loss_of(quarters(), {weights_loss("weights_mse", target)}), 0.125, 1e-7);
  const double divergence = 0.5 * std::log(2) + 0.5 * std::log(2 / 3.0);
  EXPECT_NEAR(loss_of(quarters(), {weights_loss("weights_kl", target)}), divergence, 1e-7);
  // For softmax, weights_fy equals the divergence.
  EXPECT_NEAR(loss_of(quarters(), {weights_loss("weights_fy", target)}), divergence, 1e-7);
}

TEST(Loss, OfOutputsIsAsWritten) {
  Scene scene = quarters();
  scene.values = matrix({{0, 4}, {0, 0}});  // the output is 0 1
  Loss square;
  square.target = matrix({{1, 1}});
  EXPECT_NEAR(loss_of(scene, {square}), 0.5, 1e-7);
  Loss words;
  words.kind = &loss_kind("cross_entropy");
  words.targets = {0};
  EXPECT_NEAR(loss_of(scene, {words}), std::log(1 + std::exp(1.0)), 1e-7);
  words.factor = -2;
  EXPECT_NEAR(loss_of(scene, {words, square}), 0.5 - 2 * std::log(1 + std::exp(1.0)), 1e-7);
  words.targets = {-1};
  EXPECT_EQ(loss_of(scene, {words}), 0);
}

TEST(Loss, OfAllHeadsIsTheMeanOfTheirRows) {
  Scene scene = quarters();
  scene.heads.emplace_back().gain = 1;
  scene.heads[1].w_k = matrix({{0}});  // weights 1/2 and 1/2
  Loss loss = weights_loss("weights_mse", matrix({{0.5F, 0.5F}}));
  EXPECT_NEAR(loss_of(scene, {loss}), 0.125 / 2, 1e-7);
  loss.head = 1;
  EXPECT_NEAR(loss_of(scene, {loss}), 0, 1e-7);
}

TEST(Loss, OfRowsWithoutTargetIsNothing) {
  Scene scene = self_attention(2, 2);
  Loss loss = weights_loss("weights_mse", matrix({{1, 0}, {9, 9}}));
  loss.has_target[1] = false;
  Loss first = loss;
  const double found = loss_of(scene, {loss});
  first.target = matrix({{1, 0}, {0, 0}});
  EXPECT_EQ(found, loss_of(scene, {first}));
  EXPECT_GT(found, 0);
  loss.has_target[0] = false;
  EXPECT_EQ(loss_of(scene, {loss}), 0);
}

TEST(Loss, ThatIsInfiniteNamesItsTarget) {
  Scene scene = quarters();
  scene.normalizer.kind = &normalizer_kind("sparsemax");  // weights 0 and 1
  Loss loss = weights_loss("weights_kl", matrix({{0.5F, 0.5F}}));
  loss.place = "/1";
  try {
    gradients_of(scene, {loss});
    ADD_FAILURE();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/1/target/0/0");
  }
  // Its own is finite: ½ ‖t − z‖² − ½ ‖w − z‖².
  const double z = std::log(3.0F);
  const double expected = 0.5 * (0.25 + (0.5 - z) * (0.5 - z)) - 0.5 * (1 - z) * (1 - z);
  EXPECT_NEAR(loss_of(scene, {weights_loss("weights_fy", loss.target)}), expected, 1e-7);
}

std::string place_of_problem(const Scene& scene, const Loss& loss) {
  try {
    check_loss(loss, scene);
  } catch (const SceneError& error) {
    return error.problem().place;
  }
  return "none";
}

TEST(Loss, IsCheckedAgainstItsScene) {
  const Scene scene = self_attention(2, 3);
  Loss loss;
  loss.target = Matrix::Zero(2, 3);
  EXPECT_EQ(place_of_problem(scene, loss), "none");
  loss.target = Matrix::Zero(3, 3);
  EXPECT_EQ(place_of_problem(scene, loss), "/target");
  loss.target = Matrix::Zero(2, 2);
  EXPECT_EQ(place_of_problem(scene, loss), "/target/0");
  Scene apart = scene;
  apart.combine.kind = &combine_kind("none");
  EXPECT_EQ(place_of_problem(apart, loss), "/kind");
  loss.kind = &loss_kind("cross_entropy");
  loss.targets = {0, 3};
  EXPECT_EQ(place_of_problem(scene, loss), "/targets/1");
  loss.targets = {0};
  EXPECT_EQ(place_of_problem(scene, loss), "/targets");
  Loss of_weights = weights_loss("weights_kl", Matrix::Zero(2, 2));
  EXPECT_EQ(place_of_problem(scene, of_weights), "none");
  of_weights.head = 1;
  EXPECT_EQ(place_of_problem(scene, of_weights), "/head");
  of_weights.head = 0;
  of_weights.target(1, 0) = -1;
  EXPECT_EQ(place_of_problem(scene, of_weights), "/target/1/0");
  Scene summed = scene;
  summed.normalizer.kind = &normalizer_kind("sigmoid");
  EXPECT_EQ(place_of_problem(summed, weights_loss("weights_fy", Matrix::Zero(2, 2))), "/kind");
}

}  // namespace
}  // namespace attn::loss_test
