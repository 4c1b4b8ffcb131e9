// Tests painted targets: normalised rows, default choice of parameters to train, and messages.

#include "app/session/learning/scene_goal.h"

#include <string>

#include <gtest/gtest.h>

#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/scenes.h"

namespace attn::scene_goal_test {
namespace {

TEST(PaintedTarget, PaintedRowsSumToOneAndBlankOnesStayFree) {
  Scene scene = test::self_attention(5, 2);
  PaintedTarget target;
  paint(target, scene, 0, {{1, 2}}, {}, false);
  paint(target, scene, 0, {{3, 0}, {3, 4}}, {.size = 1, .weight = 0.5F}, false);
  const Matrix weights = target_weights(target, scene);
  EXPECT_FLOAT_EQ(weights(1, 2), 0.9F);
  EXPECT_FLOAT_EQ(weights(1, 0), 0.025F);
  EXPECT_FLOAT_EQ(weights(3, 0), 0.25F);
  EXPECT_FLOAT_EQ(weights(3, 1), 0.5F / 3);
  EXPECT_EQ(weights.row(0).sum(), 0);
  EXPECT_TRUE(target.has_row(1) && target.has_row(3));
  EXPECT_FALSE(target.has_row(0) || target.has_row(2) || target.has_row(4));
  paint(target, scene, 0, {{1, 2}}, {}, true);
  EXPECT_FALSE(target.has_row(1)) << "the last cell of the row was rubbed out";
}

TEST(PaintedTarget, ABrushReachesAroundAndKeysThatAreHiddenStayBlank) {
  Scene scene = test::self_attention(6, 2);
  scene.masks.emplace_back().kind = &mask_kind("causal");
  PaintedTarget target;
  paint(target, scene, 0, {{2, 2}}, {.size = 3}, false);
  EXPECT_EQ(target.cells.count(), 6) << "(1, 1), (2, 1), (2, 2), (3, 1) to (3, 3)";
  EXPECT_FALSE(target.cells(1, 2));
  paint(target, scene, 0, {{0, 0}}, {.size = 5}, false);
  const Matrix weights = target_weights(target, scene);
  for (Index i = 0; i < 6; ++i) {
    if (target.has_row(i)) {
      EXPECT_NEAR(weights.row(i).sum(), 1, 1e-6) << i;
    }
  }
  EXPECT_EQ(weights(0, 0), 1) << "there is no other key";
  paint(target, scene, 0, {{5, 5}}, {}, false);
  EXPECT_TRUE(target.has_row(0));
  scene.tokens.pop_back();
  scene.embeddings = Matrix(scene.embeddings->topRows(5));
  paint(target, scene, 0, {{4, 4}}, {}, false);
  EXPECT_EQ(target.cells.count(), 1) << "of another shape: it begins anew";
}

TEST(LearningPlan, EveryGroupOfNumbersHasItsName) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    test::Random random(seed);
    const Scene scene = test::random_scene(random);
    for (const std::string& group : number_groups(scene)) {
      if (group != "v") {
        EXPECT_NE(group_label(group), group) << seed;
      }
    }
  }
}

TEST(LearningPlan, WeightsMoveAndWhatIsChosenStays) {
  Scene scene = test::self_attention(4, 1);
  scene.values = Cow<Matrix>(test::Random(1).matrix(4, 1));
  scene.heads[0].width = 1.F;
  scene.score.kind = &score_kind("gaussian");
  using Groups = std::set<std::string, std::less<>>;
  EXPECT_EQ(usual_moves(scene, Goal::kWeights), (Groups{"embeddings", "width"}));
  EXPECT_EQ(usual_moves(scene, Goal::kRegression), Groups{"width"});
  EXPECT_TRUE(can_regress(scene));
  LearningPlan plan{.goal = Goal::kRegression};
  const SceneTraining training = training_of(plan, scene);
  EXPECT_TRUE(training.wish.hides_own_key);
  EXPECT_EQ(training.optimizer->id, "sgd");
  ASSERT_EQ(training.wish.losses.size(), 1U);
  EXPECT_EQ(training.wish.losses[0].factor, 4) << "the sum of squares";
  scene.values.reset();
  scene.embeddings = Matrix(Matrix::Ones(4, 2));
  EXPECT_FALSE(can_regress(scene));
  EXPECT_TRUE(training_of(plan, scene).wish.losses.empty());
}

TEST(LearningPlan, APaintedTargetHasALossThatItsNormalizerCanHave) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    Scene scene = test::self_attention(5, 3);
    scene.normalizer.kind = &kind;
    LearningPlan plan;
    paint(plan.painted, scene, 0, {{0, 1}, {2, 4}}, {}, false);
    SceneTraining training = training_of(plan, scene);
    ASSERT_EQ(training.wish.losses.size(), 1U);
    EXPECT_NO_THROW(loss_of(scene, training.wish)) << kind.id;
    const bool can_be_zero = kind.omega != nullptr && !kind.is_exponential;
    EXPECT_EQ(training.wish.losses[0].kind->id == "weights_fy", can_be_zero) << kind.id;
    scene.normalizer.temperature = 0;
    EXPECT_NO_THROW(loss_of(scene, training_of(plan, scene).wish)) << kind.id << " at T = 0";
  }
}

TEST(LearningPlan, SaysWhyARowStays) {
  const Scene scene = test::self_attention(3, 2);
  EXPECT_EQ(unchanged_rows_words({}, scene), "");
  const std::string one = unchanged_rows_words({{1, StillReason::kZeroQuery}}, scene);
  EXPECT_NE(one.find("t1 can't change: its query is 0"), std::string::npos) << one;
  const std::string more =
      unchanged_rows_words({{0, StillReason::kTemperature}, {2, StillReason::kZeroQuery}}, scene);
  EXPECT_NE(more.find("t0 and 1 more can't change"), std::string::npos) << more;
}

}  // namespace
}  // namespace attn::scene_goal_test
