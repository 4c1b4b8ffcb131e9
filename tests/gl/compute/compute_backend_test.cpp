#include "app/gl/compute/compute_backend.h"

#include <algorithm>
#include <cmath>

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/compute_projection.h"
#include "app/gl/compute/compute_run.h"
#include "engine/attention/lookup.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/parts.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/steps_and_parts.h"
#include "tests/gl/compute/compute_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::gl::compute_backend_test {
namespace {

using namespace attn::test;

class ComputeBackendTest : public ComputeTest {
 protected:
  /// Whether an error that scores may have grows in weights. At T = 0 none does, as ties are exact.
  static bool enlarges_errors(const Normalizer& normalizer) {
    const bool is_steep = takes(*normalizer.kind, "alpha") && normalizer.alpha > 2;
    const bool is_cold = normalizer.temperature != 0 && normalizer.temperature < 0.5F;
    return is_steep || is_cold || normalizer.kind->keeps_signs;
  }

  /// Whether neighbours in single precision, in which a trace keeps scores, are so far apart that
  /// weights of the one and of the other differ in what is compared.
  static bool has_large_scores(const Trace& found) {
    static constexpr float kLarge = 100;
    return std::ranges::any_of(found.heads, [](const HeadTrace& head) {
      return (head.scores.array() != kMasked && head.scores.array().abs() > kLarge).any();
    });
  }

  /// The engine's result, but that weights and outputs are those of the scores found where errors
  /// grow in them.
  static Trace expected_for(const Scene& scene, const Trace& found) {
    Trace expected = attn::evaluate_plainly(scene);
    if (!enlarges_errors(scene.normalizer) && !has_large_scores(found)) return expected;
    const Computation from{scene, visible_keys(scene)};
    Trace later = found;
    const auto computes = [&](Part part, std::size_t h) {
      return part_kind(part).compute(from, h, later);
    };
    for (std::size_t h = 0; h < expected.heads.size(); ++h) {
      if (scene.heads[h].subtract) {
        EXPECT_TRUE(computes(Part::subtract_weights, h));
      }
      EXPECT_TRUE(computes(Part::weights, h) && computes(Part::head_output, h));
      expected.heads[h].weights = later.heads[h].weights;
      expected.heads[h].subtracted.weights = later.heads[h].subtracted.weights;
      expected.heads[h].output = later.heads[h].output;
    }
    EXPECT_TRUE(computes(Part::output, 0));
    expected.output = later.output;
    return expected;
  }

  void expect_agreement(const Scene& scene) {
    const auto problem = check(scene);
    ASSERT_FALSE(problem) << problem->place << ": " << problem->text;
    const Trace found = backend_.evaluate(scene);
    ASSERT_EQ(difference(found, expected_for(scene, found)), "");
    for (const HeadTrace& head : found.heads) {
      const auto hidden = head.scores.array() == kMasked;
      EXPECT_TRUE((!hidden || head.weights.array() == 0).all()) << "a masked key has weight";
    }
  }

  ComputeBackend backend_;
};

TEST_F(ComputeBackendTest, ATableHasARowForEachKind) {
  for (const ScoreKind& kind : score_kinds()) {
    EXPECT_TRUE(find_row(compute_scores(), kind.id)) << kind.id;
  }
  for (const NormalizerKind& kind : normalizer_kinds()) {
    EXPECT_TRUE(find_row(compute_normalizers(), kind.id)) << kind.id;
  }
  for (const CombineKind& kind : combine_kinds()) {
    EXPECT_TRUE(find_row(compute_combines(), kind.id)) << kind.id;
  }
}

/// Those that shaders have.
template <typename Kind>
std::vector<const Kind*> computed(std::span<const Kind> kinds) {
  std::vector<const Kind*> found;
  for (const Kind& kind : kinds) {
    if (computes(kind)) found.push_back(&kind);
  }
  return found;
}

template <typename Kind>
const Kind* any_computed(Random& random, std::span<const Kind> kinds) {
  const std::vector<const Kind*> some = computed(kinds);
  return some[static_cast<std::size_t>(random.below(static_cast<int>(some.size())))];
}

TEST(ComputeKinds, WhatEigenIsToDoIsNotComputed) {
  Scene scene = self_attention(3, 2);
  EXPECT_TRUE(computes(scene));
  NormalizerKind other = normalizer_kind("softmax");
  other.id = "other";
  scene.normalizer.kind = &other;
  EXPECT_FALSE(computes(scene));
}

TEST(ComputeKinds, StepsGoByTheTableOfParts) {
  expect_by_the_table(ComputeRun::steps(), [](const Scene& scene) { return computes(scene); });
}

TEST_F(ComputeBackendTest, AThousandRandomScenesAgreeWithTheEngine) {
  for (int round = 0; round < test_cases(1000); ++round) {
    Random random(case_seed(round));
    SCOPED_TRACE(round);
    Scene scene = random_scene(random);
    while (!computes(scene) || check(scene)) scene = random_scene(random);
    SCOPED_TRACE(testing::Message() << scene.score.kind->id << " " << scene.normalizer.kind->id
                                    << " T " << scene.normalizer.temperature << " over "
                                    << static_cast<int>(scene.normalizer.over) << " length "
                                    << scene.normalizer.length.value_or(0));
    expect_agreement(scene);
    if (HasFatalFailure()) return;
  }
}

TEST_F(ComputeBackendTest, EveryScoreWithEveryNormalizerAtEveryTemperature) {
  for (const ScoreKind* score : computed(score_kinds())) {
    for (const NormalizerKind* normalizer : computed(normalizer_kinds())) {
      for (const float T : {0.0f, 1e-3f, 0.3f, 1.0f, 50.0f, INFINITY}) {
        if (T == 0 ? !normalizer->takes_zero : T != 1 && !takes(*normalizer, "temperature"))
          continue;
        SCOPED_TRACE(testing::Message() << score->id << " " << normalizer->id << " T=" << T);
        Scene scene = cross_attention(4, 9, 5, 3);
        scene.normalizer = {normalizer, T};
        Random random(case_seed(score->id, normalizer->id, T));
        scene.heads = {random_head(random, scene, 2)};
        scene.heads.push_back(scene.heads[0]);
        set_score(random, *score, scene);
        expect_agreement(scene);
      }
    }
  }
}

/// Heads alike, so that they go together, with masks and a bias: whatever a tile can do wrong.
Scene sized_scene(Random& random, Index M, Index L, Index D) {
  Scene scene = cross_attention(M, L, D, D);
  scene.heads.clear();
  for (int h = 0; h < 2; ++h) {
    Head head;
    head.w_q = random.matrix(D, D, 1 / std::sqrt(static_cast<float>(D)));
    head.w_k = random.matrix(D, D, 1 / std::sqrt(static_cast<float>(D)));
    head.w_v = random.matrix(D, D, 1 / std::sqrt(static_cast<float>(D)));
    head.v = random.row(D, 0.2f);
    scene.heads.push_back(head);
  }
  return scene;
}

TEST_F(ComputeBackendTest, EverySizeWithEveryScore) {
  constexpr Index kSizes[] = {1, 2, 7, 33, 65, 129};
  int n = 0;
  for (const Index M : kSizes) {
    for (const Index L : kSizes) {
      for (const ScoreKind* kind : computed(score_kinds())) {
        if (!is_tried(n++)) continue;
        Random random(case_seed(M, L, kind->id));
        const Index D = kSizes[random.below(6)];
        SCOPED_TRACE(testing::Message() << M << " x " << L << ", D " << D << " " << kind->id);
        Scene scene = sized_scene(random, M, L, D);
        set_score(random, *kind, scene);
        do {
          scene.normalizer = random_normalizer(random, *any_computed(random, normalizer_kinds()));
        } while (takes(*scene.normalizer.kind, "temperature") && scene.normalizer.temperature != 1);
        scene.normalizer.over = static_cast<Over>(random.below(3));
        scene.masks = {random_mask(random, *any_of(random, mask_kinds()), scene)};
        expect_agreement(scene);
      }
    }
  }
}

TEST_F(ComputeBackendTest, SinglePrecisionOfLargerScenesIsEnough) {
  // More products than sums in double precision are taken for. Each score meets a third of the
  // normalizers, and each of them a third of the scores.
  int n = 0, score = 0;
  for (const ScoreKind* kind : computed(score_kinds())) {
    ++score;
    int pair = score;
    for (const NormalizerKind* normalizer : computed(normalizer_kinds())) {
      if (pair++ % 3 != 0) continue;
      if (!normalizer->is_exponential && kind->plain.empty()) continue;
      if (!is_tried(n++)) continue;
      SCOPED_TRACE(testing::Message() << kind->id << " " << normalizer->id);
      Random random(case_seed(kind->id, normalizer->id));
      Scene scene = sized_scene(random, 401, 517, 130);
      ASSERT_FALSE(is_small(scene));
      set_score(random, *kind, scene);
      scene.normalizer.kind = normalizer;
      expect_agreement(scene);
    }
  }
}

TEST(ComputePrecision, ErrorsThatTheFormatAllowsAreTakenAndNoOthers) {
  EXPECT_FALSE(needs_wide_sum(20));
  EXPECT_TRUE(needs_wide_sum(1000));
  EXPECT_TRUE(needs_wide_sum(NAN));
  EXPECT_TRUE(is_small(self_attention(512, 64)));
  EXPECT_FALSE(is_small(self_attention(1024, 64)));
}

TEST_F(ComputeBackendTest, HeadsOfDifferentWidthsAndWithoutWeights) {
  for (const CombineKind* combine : computed(combine_kinds())) {
    for (const bool equal_values : {false, true}) {
      const bool needs_equal =
          combine->joins == Joins::kByNumber || combine->joins == Joins::kAlike;
      if (needs_equal && !equal_values) continue;
      SCOPED_TRACE(combine->id);
      Random random(case_seed(combine->id, equal_values));
      Scene scene = self_attention(37, 6);
      scene.heads.clear();
      for (int h = 0; h < 7; ++h) {
        Head head = random_head(random, scene, equal_values ? 6 : 1 + random.below(40));
        if (h % 3 == 2) head.w_v.reset();
        if (h == 4) head.w_q = head.w_k = std::nullopt;
        if (h == 4) head.w_a = std::nullopt, head.v = std::nullopt;
        scene.heads.push_back(head);
        if (h < 2) scene.heads.push_back(head);
      }
      set_combine(random, *combine, scene);
      for (const ScoreKind* kind : computed(score_kinds())) {
        set_score(random, *kind, scene);
        expect_agreement(scene);
      }
    }
  }
}

TEST_F(ComputeBackendTest, EveryPositionWithSharedAndWithOwnInputs) {
  for (const PositionKind& kind : position_kinds()) {
    for (const bool has_weights : {false, true}) {
      SCOPED_TRACE(testing::Message() << kind.id << " " << has_weights);
      Random random(case_seed(kind.id, has_weights));
      Scene scene = cross_attention(19, 23, 4, 4);
      if (has_weights) {
        scene.heads = {random_head(random, scene, 3), random_head(random, scene, 3)};
      }
      set_position(random, kind, scene);
      expect_agreement(scene);
    }
  }
}

TEST_F(ComputeBackendTest, TemperatureZeroSharesTiesAndInfinityAll) {
  Scene scene = cross_attention(1, 5, 1, 1);
  scene.queries->embeddings = matrix({{1}});
  scene.embeddings = matrix({{3}, {1}, {3}, {-2}, {3}});
  scene.score.kind = &score_kind("dot");
  Mask mask;
  mask.kind = &mask_kind("padding");
  mask.valid = std::vector<bool>{true, true, true, true, false};
  scene.masks = {mask};
  for (const NormalizerKind* kind : computed(normalizer_kinds())) {
    if (!kind->sums_to_one()) continue;
    scene.normalizer = {kind, 0};
    EXPECT_EQ(backend_.evaluate(scene).heads[0].weights, matrix({{0.5f, 0, 0.5f, 0, 0}}));
    scene.normalizer = {kind, INFINITY};
    EXPECT_EQ(backend_.evaluate(scene).heads[0].weights, matrix({{0.25f, 0.25f, 0.25f, 0.25f, 0}}));
  }
}

TEST_F(ComputeBackendTest, LargeScoresAtSmallTemperaturesDoNotOverflow) {
  Scene scene = cross_attention(2, 3, 1, 1);
  scene.queries->embeddings = matrix({{100}, {3e38f}});
  scene.embeddings = matrix({{1}, {-1}, {0}});
  scene.score.kind = &score_kind("dot");
  for (const NormalizerKind* kind : computed(normalizer_kinds())) {
    if (!kind->sums_to_one()) continue;
    for (const float T : {1e-3f, std::numeric_limits<float>::denorm_min()}) {
      scene.normalizer = {kind, T};
      EXPECT_EQ(backend_.evaluate(scene).heads[0].weights, matrix({{1, 0, 0}, {1, 0, 0}}))
          << kind->id;
    }
    scene.normalizer = {kind, 3e38f};
    expect_agreement(scene);
  }
}

TEST_F(ComputeBackendTest, EqualKeysScoreEquallyWhereverTheyStand) {
  for (const ScoreKind* kind : computed(score_kinds())) {
    if (takes_of_head(*kind, "scores")) continue;
    for (const Index L : {5, 33, 130}) {
      Scene scene = cross_attention(40, L, 12, 12, case_seed(kind->id, L));
      Matrix& keys = scene.embeddings.edit();
      keys.row(L - 1) = keys.row(L / 2) = keys.row(0);
      scene.score = {kind, 0.3f};
      const Matrix scores = backend_.evaluate(scene).heads[0].scores;
      EXPECT_EQ(scores.col(L - 1), scores.col(0)) << kind->id;
      EXPECT_EQ(scores.col(L / 2), scores.col(0)) << kind->id;
    }
  }
}

TEST_F(ComputeBackendTest, NumbersAtTheEdgesOfTheRange) {
  Scene cosine = cross_attention(2, 3, 2, 2);
  cosine.queries->embeddings = matrix({{1e30f, 1e30f}, {0, 0}});
  cosine.embeddings = matrix({{1e-30f, 0}, {3e38f, 3e38f}, {0, 0}});
  cosine.score.kind = &score_kind("cosine");
  expect_agreement(cosine);

  Scene gaussian = cross_attention(1, 2, 2, 2);
  gaussian.queries->embeddings = matrix({{1e20f, 3}});
  gaussian.embeddings = matrix({{1e20f, 3}, {1e20f, 4}});
  gaussian.score.kind = &score_kind("gaussian");
  expect_agreement(gaussian);

  Scene additive = cross_attention(1, 1, 3, 3);
  additive.queries->embeddings = matrix({{3e38f, -3e38f, 1e-20f}});
  additive.embeddings = matrix({{3e38f, -3e38f, 0}});
  additive.heads[0].v = RowVector(matrix({{1, 2, 1e20f}}));
  additive.score.kind = &score_kind("additive");
  expect_agreement(additive);
}

/// Larger than a group of threads or a tile, and no multiple of one, with all that version 2 has.
TEST_F(ComputeBackendTest, LaterPartsOfLargerScenes) {
  int n = 0;
  for (const NormalizerKind* kind : computed(normalizer_kinds())) {
    for (const Over over : {Over::kKeys, Over::kQueries, Over::kQueriesThenKeys}) {
      if (!is_tried(n++)) continue;
      SCOPED_TRACE(testing::Message() << kind->id << " " << static_cast<int>(over));
      Random random(case_seed(kind->id, static_cast<int>(over)));
      Scene scene = self_attention(141, 8);
      scene.embeddings = random.matrix(141, 8, 0.3F);  // no score is much above 1
      scene.heads = {random_head(random, scene, 5), random_head(random, scene, 5),
                     random_head(random, scene, 5)};
      set_score(random, *any_computed(random, score_kinds()), scene);
      do {
        scene.normalizer = random_normalizer(random, *kind);
      } while (takes(*kind, "temperature") && scene.normalizer.temperature != 1);
      scene.normalizer.over = over;
      if (random.coin() && takes(*kind, "length")) scene.normalizer.length = 0.5F;
      add_to_score(random, scene.score);
      for (std::size_t h = 0; h < 3; ++h) add_to_head(random, scene, h);
      set_position(random, *any_of(random, position_kinds()), scene);
      expect_agreement(scene);
      if (HasFatalFailure()) return;
    }
  }
}

std::string place_of_failure(const Scene& scene, ComputeBackend& backend) {
  EXPECT_FALSE(check(scene));
  try {
    backend.evaluate(scene);
  } catch (const SceneError& error) {
    try {
      attn::evaluate_plainly(scene);
      ADD_FAILURE() << "the engine takes it";
    } catch (const SceneError& engines) {
      EXPECT_EQ(error.problem(), engines.problem());
    }
    return error.problem().place;
  }
  return "taken";
}

TEST_F(ComputeBackendTest, NamesTheHeadThatLeavesFloat32AsTheEngineDoes) {
  const Matrix large = matrix({{1e30f, 0}, {0, 1e30f}});
  for (const auto member : {&Head::w_q, &Head::w_k, &Head::w_v}) {
    Scene scene = self_attention(3, 2);
    scene.heads.resize(2);
    scene.embeddings = Matrix(Matrix::Constant(3, 2, 1e9f));
    scene.score.kind = &score_kind("cosine");
    scene.heads[1].*member = large;
    EXPECT_EQ(place_of_failure(scene, backend_), "/heads/1");
  }
  Scene scores = self_attention(3, 2);
  scores.embeddings = Matrix(Matrix::Constant(3, 2, 1e25f));
  EXPECT_EQ(place_of_failure(scores, backend_), "/heads/0");
  scores.bias = Matrix(Matrix::Zero(3, 3));
  EXPECT_EQ(place_of_failure(scores, backend_), "/heads/0");

  Scene combined = self_attention(3, 2);
  combined.values = Matrix(Matrix::Constant(3, 1, 1e30f));
  combined.combine.w_o = matrix({{1e30f}});
  EXPECT_EQ(place_of_failure(combined, backend_), "/combine");
  combined.combine.kind = &combine_kind("weighted");
  combined.combine.w = RowVector(matrix({{1e30f}}));
  EXPECT_EQ(place_of_failure(combined, backend_), "/combine");
}

TEST_F(ComputeBackendTest, NamesLaterPartsThatLeaveFloat32AsTheEngineDoes) {
  Scene weights = self_attention(3, 2);
  weights.heads.resize(2);
  weights.heads[1].w_q = matrix({{1e15F, 0}, {0, 1e15F}});
  weights.normalizer.kind = &normalizer_kind("relu");
  weights.normalizer.temperature = 1e-30F;
  EXPECT_EQ(place_of_failure(weights, backend_), "/heads/1");

  Scene subtracted = self_attention(3, 2);
  const Matrix large = matrix({{1e25F, 0}, {0, 1e25F}});
  subtracted.heads[0].subtract = {large, large, 0.5F};
  EXPECT_EQ(place_of_failure(subtracted, backend_), "/heads/0");

  Scene gained = self_attention(3, 2);
  gained.values = Matrix(Matrix::Constant(3, 2, 1e30F));
  gained.heads[0].gain = 1e30F;
  EXPECT_EQ(place_of_failure(gained, backend_), "/heads/0");
}

TEST_F(ComputeBackendTest, AMaskedScoreMayLeaveFloat32) {
  Scene scene = cross_attention(1, 2, 1, 1);
  scene.queries->embeddings = matrix({{1e25f}});
  scene.embeddings = matrix({{1}, {1e25f}});
  Mask mask;
  mask.kind = &mask_kind("padding");
  mask.valid = std::vector<bool>{true, false};
  scene.masks = {mask};
  EXPECT_EQ(backend_.evaluate(scene).heads[0].weights, matrix({{1, 0}}));
}

}  // namespace
}  // namespace attn::gl::compute_backend_test
