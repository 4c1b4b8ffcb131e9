#include "app/figure/numbers/curve_estimate.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/document/edits/kernel_sample.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"

namespace attn::curve_estimate_test {
namespace {

Scene textbook() {
  Scene scene;
  make_kernel_scene(scene, 0.5, 1);
  return scene;
}

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(CurveEstimate, AnswersItsOwnQueriesAsTheTraceDoes) {
  for (const ScoreKind& score : score_kinds()) {
    for (const NormalizerKind& normalizer : normalizer_kinds()) {
      Scene scene = textbook();
      scene.score.kind = &score;
      scene.normalizer = {&normalizer, 0.5F};
      if (has_given_scores(scene.score)) {
        EXPECT_TRUE(curve_obstacle(scene)) << "a query between the tokens has no scores";
        continue;
      }
      const Trace trace = evaluate(scene);
      for (const Index i : {0, 17, 49}) {
        const auto answer = curve_answer(scene, 0, static_cast<double>((*scene.embeddings)(i, 0)));
        ASSERT_TRUE(answer);
        EXPECT_NEAR(answer->output, static_cast<double>((*trace.output)(i, 0)), 1e-6) << score.id;
        EXPECT_LT((answer->weights - trace.heads[0].weights.row(i)).cwiseAbs().maxCoeff(), 1e-6F);
      }
    }
  }
}

TEST(CurveEstimate, StaysBetweenTheValuesAndFollowsTheTruth) {
  const auto estimate = curve_estimate(evaluated(textbook()), 0, 0, 5);
  ASSERT_EQ(estimate->x.size(), 257U);
  EXPECT_EQ(estimate->x.front(), 0);
  EXPECT_EQ(estimate->x.back(), 5);
  const Matrix output = curve_output(estimate->trace, 0);
  const Matrix values = kernel_sample(50, 0.5, 1).y;
  EXPECT_GE(output.minCoeff(), values.minCoeff());
  EXPECT_LE(output.maxCoeff(), values.maxCoeff());
  double away = 0;
  for (std::size_t n = 0; n < 257; ++n) {
    away += std::abs(static_cast<double>(output(static_cast<Index>(n), 0)) -
                     kernel_truth(estimate->x[n]));
  }
  EXPECT_LT(away / 257, 0.45) << "a mean over neighbours, so near the curve that they lie around";
}

TEST(CurveEstimate, BandHoldsTheWeightsByTheOrderOfTheKeys) {
  Scene scene = textbook();
  std::swap(scene.embeddings.edit()(3, 0), scene.embeddings.edit()(40, 0));
  const auto estimate = curve_estimate(evaluated(scene), 0, 0, 5);
  const Matrix& weights = estimate->trace.heads[0].weights;
  ASSERT_EQ(estimate->band->rows(), 50);
  for (Index row = 1; row < 50; ++row) {
    const auto key = [&](Index r) { return estimate->order[static_cast<std::size_t>(49 - r)]; };
    EXPECT_GE((*scene.embeddings)(key(row - 1), 0), (*scene.embeddings)(key(row), 0));
    EXPECT_EQ(estimate->band->row(row).transpose(), weights.col(key(row)));
  }
}

TEST(CurveEstimate, IsKeptUntilWhatItIsOfChanges) {
  const auto evaluation = evaluated(textbook());
  const auto first = curve_estimate(evaluation, 0, 0, 5);
  EXPECT_EQ(curve_estimate(evaluation, 0, 0, 5), first);
  EXPECT_NE(curve_estimate(evaluation, 0, 0, 6), first);
  EXPECT_NE(curve_estimate(evaluated(textbook()), 0, 0, 5), first);
}

TEST(CurveEstimate, LeavesOutWhatBelongsToAnIndex) {
  Scene scene = textbook();
  EXPECT_FALSE(has_own_query_parts(scene));
  Mask padding;
  padding.kind = &mask_kind("padding");
  std::vector<bool> valid(50, true);
  valid[0] = false;
  padding.valid = valid;
  scene.masks = {padding};
  EXPECT_FALSE(has_own_query_parts(scene));
  scene.masks.push_back(Mask{});
  EXPECT_TRUE(has_own_query_parts(scene));
  scene.bias = Cow<Matrix>(Matrix::Ones(50, 50).eval());
  const auto answer = curve_answer(scene, 0, 0);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->weights(0), 0) << "padding belongs to a key";
  EXPECT_GT(answer->weights(30) + answer->weights(1), 0);
  EXPECT_NEAR(answer->weights.sum(), 1, 1e-5F);
}

TEST(CurveEstimate, SaysWhatKeepsASceneFromBeingACurve) {
  EXPECT_FALSE(curve_obstacle(textbook()));
  Scene wide = textbook();
  wide.embeddings = Matrix::Ones(50, 3).eval();
  EXPECT_EQ(curve_obstacle(wide), "The keys have 3 features; a curve needs exactly one.");
  Scene values = textbook();
  values.values = Cow<Matrix>(Matrix::Ones(50, 2).eval());
  EXPECT_TRUE(curve_obstacle(values));
  Scene head = textbook();
  head.heads[0].w_v = Cow<Matrix>(Matrix::Ones(1, 2).eval());
  EXPECT_TRUE(curve_obstacle(head));
  Scene placed = textbook();
  placed.position.kind = &position_kind("sinusoidal");
  EXPECT_TRUE(curve_obstacle(placed));
  Scene crossed = textbook();
  crossed.queries = Queries{{"a"}, Matrix::Ones(1, 2).eval()};
  EXPECT_TRUE(curve_obstacle(crossed));
}

TEST(CurveEstimate, IsThatOfTheHeadWhereTheHeadsAreNotOneNumber) {
  Scene scene = textbook();
  scene.heads.push_back(scene.heads[0]);
  scene.heads[1].width = 20.F;
  const Trace beside = evaluate(scene);
  EXPECT_EQ(curve_output(beside, 1), beside.heads[1].output) << "concat: two numbers";
  scene.combine.kind = &combine_kind("mean");
  const Trace mean = evaluate(scene);
  EXPECT_EQ(curve_output(mean, 1), *mean.output);
}

TEST(CurveAnswer, HasWhatASinkTakes) {
  Scene scene = textbook();
  EXPECT_FALSE(curve_answer(scene, 0, 1)->sink);
  scene.heads[0].sink = -1;
  const auto answer = curve_answer(scene, 0, 1);
  ASSERT_TRUE(answer && answer->sink);
  EXPECT_GT(*answer->sink, 0);
  EXPECT_NEAR(*answer->sink + static_cast<double>(answer->weights.sum()), 1, 1e-6);
}

}  // namespace
}  // namespace attn::curve_estimate_test
