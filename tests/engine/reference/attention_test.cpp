#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::attention_test {
namespace {

using namespace attn::test;

using Evaluate = Trace (*)(const Scene&);

/// The plain reference and the fast path.
class Attention : public testing::TestWithParam<Evaluate> {
 protected:
  Trace evaluate(const Scene& scene) const { return GetParam()(scene); }
  std::string place_of_failure(const Scene& scene) const;
};

INSTANTIATE_TEST_SUITE_P(Paths, Attention,
                         testing::Values(Evaluate{[](const Scene& scene) {
                                           return evaluate_plainly(scene);
                                         }},
                                         Evaluate{&attn::evaluate}));

TEST_P(Attention, AnswersTheWorkedExample) {
  const Scene scene = sleepy_child();
  ASSERT_FALSE(check(scene));
  const Trace trace = evaluate(scene);
  ASSERT_EQ(trace.heads.size(), 1u);
  const HeadTrace& head = trace.heads[0];
  EXPECT_EQ(head.scores, matrix({{0, 1, -4, 7, 0, 5}}));
  EXPECT_LE(distance(head.weights, matrix({{0.000800139f, 0.002175003f, 0.0000146551f, 0.8774589f,
                                            0.000800139f, 0.1187512f}})),
            1e-7f);
  EXPECT_NEAR((*trace.output)(0, 0), 0.362428076f, 1e-7f);
  EXPECT_TRUE(trace.warnings.empty());
}

TEST_P(Attention, EveryScoreWithEveryNormalizerAtEveryTemperature) {
  for (const ScoreKind& score : score_kinds()) {
    for (const NormalizerKind& normalizer : normalizer_kinds()) {
      if (!normalizer.sums_to_one()) continue;
      for (const float T : {0.0f, 1e-3f, 0.3f, 1.0f, 50.0f, INFINITY}) {
        SCOPED_TRACE(testing::Message() << score.id << " " << normalizer.id << " T=" << T);
        Random random(case_seed(score.id, normalizer.id, T));
        Scene scene = cross_attention(4, 9, 5, 3, case_seed(score.id, normalizer.id, T, "tokens"));
        scene.normalizer = {&normalizer, T};
        scene.heads = {random_head(random, scene, 2), random_head(random, scene, 2)};
        set_score(random, score, scene);
        ASSERT_FALSE(check(scene));
        const Trace trace = evaluate(scene);
        for (const HeadTrace& head : trace.heads) {
          for (Index i = 0; i < 4; ++i) EXPECT_NEAR(head.weights.row(i).sum(), 1, 1e-6);
          const Matrix mixed = (head.weights.cast<double>() * head.v.cast<double>()).cast<float>();
          EXPECT_LE(distance(head.output, mixed), 1e-6f);
          EXPECT_LE(head.output.maxCoeff(), head.v.maxCoeff() + 1e-5f);
          EXPECT_GE(head.output.minCoeff(), head.v.minCoeff() - 1e-5f);
        }
      }
    }
  }
}

/// Queries that no head lets see a key.
Index unseeing_queries(const Trace& trace) {
  Index count = 0;
  for (Index i = 0; i < trace.heads[0].scores.rows(); ++i) {
    const bool sees = std::ranges::any_of(trace.heads, [i](const HeadTrace& head) {
      return (head.scores.row(i).array() != kMasked).any();
    });
    count += sees ? 0 : 1;
  }
  return count;
}

TEST_P(Attention, RandomScenesHaveTheShapesOfTheirTrace) {
  for (int round = 0; round < 500; ++round) {
    Random random(case_seed(round));
    const Scene scene = random_scene(random);
    const auto problem = check(scene);
    ASSERT_FALSE(problem) << problem->place << ": " << problem->text;
    const Trace trace = evaluate(scene);
    const Index M = scene.query_count();
    const Index L = scene.key_count();
    ASSERT_EQ(trace.heads.size(), scene.heads.size());
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      const HeadTrace& head = trace.heads[h];
      EXPECT_EQ(head.q.rows(), M);
      EXPECT_EQ(head.q.cols(), width_of_q(scene, h));
      EXPECT_EQ(head.k.rows(), L);
      EXPECT_EQ(head.k.cols(), width_of_k(scene, h));
      EXPECT_EQ(head.v.rows(), L);
      EXPECT_EQ(head.v.cols(), width_of_v(scene, h));
      EXPECT_EQ(head.scores.rows(), M);
      EXPECT_EQ(head.weights.cols(), L);
      EXPECT_EQ(head.output.rows(), M);
      EXPECT_EQ(head.output.cols(), head.v.cols());
      EXPECT_TRUE(head.weights.allFinite());
      const Head& parts = scene.heads[h];
      const bool sums_to_one = scene.normalizer.kind->sums_to_one() && !parts.sink &&
                               !parts.subtract && scene.normalizer.over == Over::kKeys;
      for (Index i = 0; i < M; ++i) {
        const bool sees = (head.scores.row(i).array() != kMasked).any();
        if (sees && !sums_to_one) continue;
        EXPECT_NEAR(head.weights.row(i).sum(), sees ? 1 : 0, 1e-6);
      }
      EXPECT_TRUE(((head.scores.array() != kMasked) || (head.weights.array() == 0)).all());
    }
    EXPECT_EQ(std::ssize(trace.warnings), unseeing_queries(trace));
    EXPECT_EQ(trace.output.has_value(), scene.combine.kind->combine != nullptr);
  }
}

TEST_P(Attention, ScoresOfTenThousandAtSmallTemperatures) {
  Scene scene = cross_attention(1, 3, 1, 1);
  scene.queries->embeddings = matrix({{100}});
  scene.embeddings = matrix({{100}, {-100}, {99}});
  scene.score.kind = &score_kind("dot");
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (!kind.sums_to_one()) continue;
    scene.normalizer = {&kind, 1e-3f};
    const HeadTrace head = evaluate(scene).heads[0];
    EXPECT_EQ(head.scores, matrix({{10000, -10000, 9900}}));
    EXPECT_EQ(head.weights, matrix({{1, 0, 0}})) << kind.id;
  }
}

std::string Attention::place_of_failure(const Scene& scene) const {
  EXPECT_FALSE(check(scene));
  try {
    evaluate(scene);
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("float32"), std::string::npos);
    return error.problem().place;
  }
  return "taken";
}

TEST_P(Attention, NamesTheHeadThatLeavesFloat32) {
  const Matrix large = matrix({{1e30f, 0}, {0, 1e30f}});
  for (const auto member : {&Head::w_q, &Head::w_k, &Head::w_v}) {
    Scene scene = self_attention(3, 2);
    scene.heads.resize(2);
    scene.embeddings = Matrix(Matrix::Constant(3, 2, 1e9f));
    scene.heads[0].width = scene.heads[1].width = 1e-9f;
    scene.score.kind = &score_kind("cosine");
    scene.heads[1].*member = large;
    EXPECT_EQ(place_of_failure(scene), "/heads/1");
  }
  Scene scores = self_attention(3, 2);
  scores.embeddings = Matrix(Matrix::Constant(3, 2, 1e25f));
  EXPECT_EQ(place_of_failure(scores), "/heads/0");
}

TEST_P(Attention, AMaskedScoreMayLeaveFloat32) {
  Scene scene = cross_attention(1, 2, 1, 1);
  scene.queries->embeddings = matrix({{1e25f}});
  scene.embeddings = matrix({{1}, {1e25f}});
  Mask mask;
  mask.kind = &mask_kind("padding");
  mask.valid = std::vector<bool>{true, false};
  scene.masks = {mask};
  EXPECT_EQ(evaluate(scene).heads[0].weights, matrix({{1, 0}}));
}

TEST_P(Attention, NamesTheCombinationThatLeavesFloat32) {
  Scene scene = self_attention(3, 2);
  scene.values = Matrix(Matrix::Constant(3, 1, 1e30f));
  scene.combine.w_o = matrix({{1e30f}});
  EXPECT_EQ(place_of_failure(scene), "/combine");
}

TEST_P(Attention, OneTokenAttendsToItself) {
  for (const ScoreKind& score : score_kinds()) {
    for (const NormalizerKind& normalizer : normalizer_kinds()) {
      if (!normalizer.sums_to_one()) continue;
      Scene scene = self_attention(1, 1);
      scene.score.kind = &score;
      if (has_given_scores(scene.score)) scene.heads[0].scores = matrix({{3}});
      scene.normalizer.kind = &normalizer;
      EXPECT_EQ(evaluate(scene).heads[0].weights, matrix({{1}}));
      EXPECT_EQ(*evaluate(scene).output, *scene.embeddings);
    }
  }
}

}  // namespace
}  // namespace attn::attention_test
