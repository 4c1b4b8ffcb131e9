#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/gradients/part_gradients.h"
#include "engine/reference/attention.h"
#include "engine/reference/check.h"
#include "engine/reference/parts.h"
#include "tests/engine/gradients/central_differences.h"
#include "tests/engine/gradients/random_losses.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::scene_gradients_test {
namespace {

using namespace attn::test;

/// Whether it can be evaluated at all: random scenes may leave float32's range.
bool is_in_range(const Scene& scene) try {
  if (check(scene)) return false;
  evaluate_plainly(scene);
  return true;
} catch (const SceneError&) {
  return false;
}

/// At a temperature at which weights are far from their ends.
void soften(Scene& scene) {
  if (takes(*scene.normalizer.kind, "temperature")) scene.normalizer.temperature = 1.5F;
}

/// Nothing of what is told of weights whose sum is all but 0, as it may be of `sum`: there doubles
/// cancel out, and differences say nothing.
Compared compare(Random& random, const Scene& scene) {
  const std::vector<Loss> losses = random_losses(random, scene, evaluate_wide(scene));
  constexpr double kLargest = 1e6;
  if (!(loss_of(scene, losses) < kLargest)) return {};
  return compare_with_differences(scene, losses);
}

TEST(SceneGradients, EachPartThatIsComputedHasItsWayBack) {
  std::vector<Part> computed, there;
  for (const PartKind& kind : part_kinds()) {
    if (kind.compute) computed.push_back(kind.part);
  }
  for (const PartGradient& step : part_gradients()) there.push_back(step.part);
  EXPECT_EQ(there, computed);
}

TEST(SceneGradients, GoesForwardAsTheReferenceDoes) {
  for (int n = 0; n < test_cases(300); ++n) {
    SCOPED_TRACE(n);
    Random random(case_seed(n));
    const Scene scene = random_scene(random);
    if (!is_in_range(scene)) continue;
    const Trace plain = evaluate_plainly(scene);
    const WideTrace wide = evaluate_wide(scene);
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      const float margin = scene.normalizer.temperature < 0.1F ? 1e-2F : 1e-4F;
      const Matrix weights = wide.heads[h].weights.cast<float>();
      EXPECT_LE((weights - plain.heads[h].weights).cwiseAbs().maxCoeff(),
                margin * (1 + plain.heads[h].weights.cwiseAbs().maxCoeff()));
    }
    ASSERT_EQ(wide.output.has_value(), plain.output.has_value());
  }
}

TEST(SceneGradients, AgreeWithCentralDifferencesOnScenesOfTheWholeTable) {
  Compared all;
  for (int n = 0; n < test_cases(200); ++n) {
    SCOPED_TRACE(n);
    Random random(case_seed(n));
    const Scene scene = random_scene(random);
    if (!is_in_range(scene)) continue;
    const Compared some = compare(random, scene);
    all.numbers += some.numbers;
    all.corners += some.corners;
    all.unequal_0 += some.unequal_0;
  }
  EXPECT_GT(all.numbers, test_cases(5000));
  EXPECT_GT(all.unequal_0, all.numbers / 4);
  EXPECT_LT(all.corners, all.numbers / 50);
}

/// Random scenes with this kind in it, by whatever `set` puts there: as many as have a gradient.
template <typename Kind, typename Set>
void expect_gradients(std::span<const Kind> kinds, const Set& set) {
  for (const Kind& kind : kinds) {
    SCOPED_TRACE(kind.id);
    Compared all;
    for (int n = 0; n < test_cases(12); ++n) {
      Random random(case_seed(kind.id, n));
      Scene scene = random_scene(random);
      set(random, kind, scene);
      soften(scene);
      if (!is_in_range(scene)) continue;
      const Compared some = compare(random, scene);
      all.numbers += some.numbers;
      all.corners += some.corners;
      all.unequal_0 += some.unequal_0;
    }
    EXPECT_GT(all.numbers, test_cases(100));
    if (percentage_of_cases() < 100) continue;  // shares of few cases tell little
    EXPECT_GT(all.unequal_0, all.numbers / 16);
    EXPECT_LT(all.corners, all.numbers / 20);
  }
}

TEST(SceneGradients, EachScoreHasItsOwn) {
  expect_gradients(score_kinds(), [](Random& random, const ScoreKind& kind, Scene& scene) {
    set_score(random, kind, scene);
  });
}

TEST(SceneGradients, EachNormHasItsOwn) {
  expect_gradients(norm_kinds(), [](Random& random, const NormKind& kind, Scene& scene) {
    set_score(random, score_kind("scaled_dot"), scene);
    scene.score.norm = &kind;
    for (Head& head : scene.heads) {
      head.g_q.reset();
      head.g_k.reset();
      if (!kind.does_nothing) head.g_q = random.row(head.w_q ? (*head.w_q)->cols() : 2);
    }
  });
}

TEST(SceneGradients, EachNormalizerHasItsOwn) {
  expect_gradients(normalizer_kinds(),
                   [](Random& random, const NormalizerKind& kind, Scene& scene) {
                     const Over over = scene.normalizer.over;
                     scene.normalizer = random_normalizer(random, kind);
                     scene.normalizer.over = over;
                     if (takes(kind, "length") && random.coin()) scene.normalizer.length = 0.75F;
                     for (Head& head : scene.heads) {
                       if (!kind.sums_to_one()) head.sink.reset();
                       if (!kind.takes_decay) head.decay.reset();
                     }
                   });
}

TEST(SceneGradients, EachMaskHasItsOwn) {
  expect_gradients(mask_kinds(), [](Random& random, const MaskKind& kind, Scene& scene) {
    scene.masks = {random_mask(random, kind, scene)};
    if (takes(kind, "sigma")) scene.masks[0].sigma = 1.5F;
  });
}

TEST(SceneGradients, EachPositionHasItsOwn) {
  expect_gradients(position_kinds(), [](Random& random, const PositionKind& kind, Scene& scene) {
    set_position(random, kind, scene);
  });
  expect_gradients(rope_scaling_kinds(),
                   [](Random& random, const RopeScalingKind& kind, Scene& scene) {
                     set_position(random, position_kind("rope"), scene);
                     scene.position.base = 100;
                     scene.position.scaling = {&kind, 2};
                     scene.position.scaling->original = 60;
                   });
}

TEST(SceneGradients, EachWayToCombineHasItsOwn) {
  expect_gradients(combine_kinds(), [](Random& random, const CombineKind& kind, Scene& scene) {
    set_combine(random, kind, scene);
  });
}

/// Numbers that a file may have and none learns, by their keys in tables of kinds.
const std::set<std::string_view> kChosen{
    "null",     "alpha",  "both",      "dilation", "edges",   "epsilon",     "factor",
    "high",     "ids",    "k",         "layout",   "length",  "low",         "norm",
    "original", "over",   "query_ids", "radius",   "rotated", "scaling",     "self_loops",
    "sinks",    "stride", "valid",     "allowed",  "bend",    "max_distance"};

TEST(SceneGradients, EachKeyOfAKindIsLearnedOrChosen) {
  std::set<std::string> learned;
  Scene scene = self_attention(3, 2);
  Head& head = scene.heads[0];
  head.w_a = Matrix(Matrix::Identity(2, 2));
  head.v = RowVector(RowVector::Ones(2));
  head.width = 1;
  head.scores = Matrix(Matrix::Zero(3, 3));
  scene.score.cap = 1;
  scene.normalizer.offset = 0;
  scene.normalizer.length = 1;
  scene.position.slopes = RowVector(RowVector::Ones(1));
  scene.combine.w_o = scene.combine.projections.emplace_back(Matrix(Matrix::Identity(2, 2)));
  scene.combine.b_o = RowVector(RowVector::Ones(2));
  const auto add = [&](const std::string& place, const auto&) {
    std::string key = place.substr(place.rfind('/') + 1);
    if (key == "0") key = "w";
    learned.insert(key);
  };
  const auto expect_each = [&](const auto& kinds, auto& kind_of, auto parameters) {
    for (const auto& kind : kinds) {
      kind_of = &kind;
      visit_scene_numbers(scene, add);
      for (const Parameter& parameter : kind.*parameters) {
        EXPECT_TRUE(learned.contains(std::string(parameter.key)) || kChosen.contains(parameter.key))
            << kind.id << ": " << parameter.key;
      }
    }
  };
  expect_each(score_kinds(), scene.score.kind, &ScoreKind::parameters);
  expect_each(score_kinds(), scene.score.kind, &ScoreKind::head_parameters);
  expect_each(normalizer_kinds(), scene.normalizer.kind, &NormalizerKind::parameters);
  expect_each(position_kinds(), scene.position.kind, &PositionKind::parameters);
  expect_each(combine_kinds(), scene.combine.kind, &CombineKind::parameters);
  scene.masks.emplace_back().sigma = 1;
  expect_each(mask_kinds(), scene.masks[0].kind, &MaskKind::parameters);
}

// Cases without a gradient.

Gradients of_output(const Scene& scene) {
  Loss loss;
  const WideTrace trace = evaluate_wide(scene);
  loss.target = Matrix::Zero(trace.output->rows(), trace.output->cols());
  return gradients_of(scene, {loss});
}

Scene with_matrices() {
  Scene scene = self_attention(4, 2);
  scene.heads[0].w_q = Random(2).matrix(2, 2);
  scene.heads[0].w_v = Random(3).matrix(2, 2);
  return scene;
}

TEST(SceneGradients, AreZeroThroughWeightsAtTheEndsOfTemperature) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (!takes(kind, "temperature")) continue;
    for (const float T : {0.0F, std::numeric_limits<float>::infinity()}) {
      if (T == 0 && !kind.takes_zero) continue;
      SCOPED_TRACE(kind.id);
      Scene scene = with_matrices();
      scene.normalizer.kind = &kind;
      scene.normalizer.temperature = T;
      const Gradients found = of_output(scene);
      EXPECT_TRUE(found.find("/heads/0/w_q")->isZero(0));
      EXPECT_TRUE(found.find("/normalizer/temperature")->isZero(0));
      if (T == 0 || kind.sums_to_one()) {
        EXPECT_FALSE(found.find("/heads/0/w_v")->isZero(0));
      }
    }
  }
}

TEST(SceneGradients, AreThereForWhatIsGivenAlone) {
  const Gradients found = of_output(with_matrices());
  std::vector<std::string> places;
  for (const PlacedGradient& entry : found.entries()) places.push_back(entry.place);
  EXPECT_EQ(places, (std::vector<std::string>{"/embeddings", "/heads/0/w_q", "/heads/0/w_v",
                                              "/normalizer/temperature"}));
}

TEST(SceneGradients, OfHeadsThatTieForTheLargestAreShared) {
  Scene scene = with_matrices();
  scene.heads.push_back(scene.heads[0]);
  scene.combine.kind = &combine_kind("max");
  const Gradients found = of_output(scene);
  EXPECT_EQ(*found.find("/heads/0/w_v"), *found.find("/heads/1/w_v"));
  Scene one = with_matrices();
  EXPECT_TRUE(found.find("/heads/0/w_v")->isApprox(*of_output(one).find("/heads/0/w_v") / 2));
}

TEST(SceneGradients, OfARowOfLengthZeroAreZero) {
  for (const auto& [score, norm] : {std::pair("cosine", "none"), std::pair("scaled_dot", "l2")}) {
    Scene scene = with_matrices();
    scene.heads[0].w_v.reset();
    scene.values = Random(4).matrix(4, 1);
    scene.embeddings = Matrix(Matrix::Zero(4, 2));
    scene.score.kind = &score_kind(score);
    scene.score.norm = &norm_kind(norm);
    EXPECT_TRUE(of_output(scene).find("/embeddings")->isZero(0));
  }
}

// By hand.

/// A query 1 and keys 0 and ln 3: weights 1/4 and 3/4.
TEST(SceneGradients, OfSoftmaxByHand) {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = matrix({{0}, {std::log(3.0F)}});
  scene.queries = Queries{{"q"}, matrix({{1}})};
  scene.values = matrix({{0}, {1}});
  scene.score.kind = &score_kind("dot");
  Loss loss;
  loss.target = matrix({{0}});
  // o = 3/4, the loss o², and o grows with s_2 by 3/4 · 1/4, with s_1 by −that.
  const double by_score = 2 * 0.75 * 0.75 * 0.25;
  const Gradients found = gradients_of(scene, {loss});
  EXPECT_NEAR((*found.find("/embeddings"))(0, 0), -by_score, 1e-7);
  EXPECT_NEAR((*found.find("/embeddings"))(1, 0), by_score, 1e-7);
  EXPECT_NEAR((*found.find("/queries/embeddings"))(0, 0), by_score * std::log(3), 1e-7);
  EXPECT_NEAR((*found.find("/values"))(1, 0), 2 * 0.75 * 0.75, 1e-7);
  EXPECT_NEAR((*found.find("/score/scale"))(0, 0), by_score * std::log(3), 1e-7);
  EXPECT_NEAR((*found.find("/normalizer/temperature"))(0, 0), -by_score * std::log(3), 1e-7);
}

/// Sparsemax of (0.2, 0.6) is (0.3, 0.7): what one gains the other loses, by half.
TEST(SceneGradients, OfSparsemaxByHand) {
  Scene scene;
  scene.tokens = {"a", "b", "c"};
  scene.embeddings = matrix({{0.2F}, {0.6F}, {-5}});
  scene.queries = Queries{{"q"}, matrix({{1}})};
  scene.values = matrix({{1}, {2}, {9}});
  scene.score.kind = &score_kind("dot");
  scene.normalizer.kind = &normalizer_kind("sparsemax");
  Loss loss;
  loss.target = matrix({{0}});
  const Gradients found = gradients_of(scene, {loss});
  const double by_output = 2 * 1.7;
  EXPECT_NEAR((*found.find("/embeddings"))(0, 0), by_output * (1 - 1.5) / 1 * 1, 1e-6);
  EXPECT_NEAR((*found.find("/embeddings"))(1, 0), by_output * (2 - 1.5), 1e-6);
  EXPECT_EQ((*found.find("/embeddings"))(2, 0), 0);
}

/// Nadaraya–Watson at x = 0 of points at 0 and 1: w = 1 / (1 + e^(−½ ω²)) and its rest.
TEST(SceneGradients, OfAWidthByHand) {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = matrix({{0}, {1}});
  scene.queries = Queries{{"q"}, matrix({{0}})};
  scene.values = matrix({{0}, {1}});
  scene.score.kind = &score_kind("gaussian");
  scene.heads[0].width = 2;
  Loss loss;
  loss.target = matrix({{1}});
  const double rest = 1 / (1 + std::exp(2.0));
  const Gradients found = gradients_of(scene, {loss});
  // ∂s_2/∂ω = −ω = −2.
  EXPECT_NEAR((*found.find("/heads/0/width"))(0, 0), 2 * (rest - 1) * rest * (1 - rest) * -2, 1e-7);
}

}  // namespace
}  // namespace attn::scene_gradients_test
