#include "app/figure/numbers/position_effect.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/reference/attention.h"

namespace attn::position_effect_test {
namespace {

Matrix numbers(Index rows, Index columns, double step) {
  Matrix made(rows, columns);
  for (Index n = 0; n < made.size(); ++n) {
    made.data()[n] = static_cast<float>(std::sin(step * static_cast<double>(n + 1)));
  }
  return made;
}

/// Two heads of which the second has the first's keys, and a term for each distance.
Scene with_shared_keys() {
  Scene scene;
  scene.tokens = {"a", "b", "c", "d"};
  scene.embeddings = numbers(4, 3, 0.7);
  scene.heads.resize(2);
  scene.heads[0].w_k = numbers(3, 2, 1.1);
  scene.heads[0].w_v = numbers(3, 5, 1.3);
  scene.heads[0].b_v = RowVector(RowVector::Ones(5));
  for (Head& head : scene.heads) head.w_q = numbers(3, 2, 0.9);
  scene.heads[1].keys_of = 0;
  scene.heads[1].w_g = numbers(3, 5, 0.3);
  scene.position.kind = &position_kind("relative");
  Matrix table(2, 3);
  table << 1, 2, 3, 10, 20, 30;
  scene.position.table = table;
  return scene;
}

PositionEffect effect_of(const Scene& scene, Index head, Cell pair) {
  return position_effect(std::make_shared<Evaluation>(Evaluation{scene, evaluate_plainly(scene)}),
                         head, pair);
}

TEST(PositionEffect, IsThatOfTheHeadsOwnTermsAndOfTheKeysThatItHasOfAnother) {
  const Scene scene = with_shared_keys();
  const Trace trace = evaluate_plainly(scene);
  const PositionEffect effect = effect_of(scene, 1, {2, 1});
  EXPECT_EQ(effect.problem, "");
  EXPECT_NEAR(effect.score_without, trace.heads[1].raw_scores()(2, 1), 1e-5);
  ASSERT_GE(effect.scores.size(), 5U);
  for (std::size_t n = 0; n < effect.scores.size(); ++n) {
    const Index distance = effect.first_distance + static_cast<Index>(n);
    const double term = distance < 0 ? 10 : distance > 0 ? 30 : 20;
    EXPECT_NEAR(effect.scores[n] - effect.score_without, term, 1e-4) << distance;
  }
  // Without its terms the head is what its raw scores make of it.
  EXPECT_TRUE(effect.without->scores.isApprox(trace.heads[1].raw_scores(), 1e-5F));
  EXPECT_EQ(effect.without->output.cols(), 5);
}

TEST(PositionEffect, IsNoneOnScoresThatAreGiven) {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = numbers(2, 3, 0.7);
  scene.heads.resize(1);
  scene.heads[0].scores = numbers(2, 2, 0.4);
  scene.score.kind = &score_kind("given");
  const PositionEffect effect = effect_of(scene, 0, {1, 0});
  EXPECT_EQ(effect.problem, "");
  for (const double score : effect.scores) EXPECT_EQ(score, effect.score_without);
  EXPECT_FLOAT_EQ(static_cast<float>(effect.score_without), (**scene.heads[0].scores)(1, 0));
}

}  // namespace
}  // namespace attn::position_effect_test
