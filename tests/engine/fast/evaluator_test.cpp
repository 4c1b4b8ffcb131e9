#include "engine/fast/evaluator.h"

#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/fast.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/same_trace.h"
#include "tests/engine/threads.h"
#include "tests/engine/tie_scenes.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::evaluator_test {
namespace {

using namespace attn::test;

/// Each variant of the kernels that this CPU runs.
class FastPath : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }

  WorkerPool pool_{2};
  Evaluator evaluator_{kernels(), pool_};
};

INSTANTIATE_TEST_SUITE_P(Variants, FastPath,
                         testing::ValuesIn(supported_kernels().begin(), supported_kernels().end()),
                         [](const auto& info) { return std::string(info.param->name); });

/// M queries of L keys in H heads with weights, of width D.
Scene scene_of(Random& random, Index M, Index L, Index D, Index H, Index dk, Index dv) {
  Scene scene;
  scene.tokens = names(L);
  scene.embeddings = random.matrix(L, D);
  if (M != L) scene.queries = Queries{names(M, "q"), random.matrix(M, D)};
  scene.heads.clear();
  const float spread = 1 / std::sqrt(static_cast<float>(D));
  for (Index h = 0; h < H; ++h) {
    Head head;
    head.w_q = random.matrix(D, dk, spread);
    head.w_k = random.matrix(D, dk, spread);
    head.w_v = random.matrix(D, dv, spread);
    head.w_a = random.matrix(dk, dk, 1 / std::sqrt(static_cast<float>(dk)));
    head.v = random.row(dk, 1 / std::sqrt(static_cast<float>(dk)));
    head.width = 0.5f;
    scene.heads.push_back(head);
  }
  return scene;
}

TEST_P(FastPath, IsTheReferenceAtAllSizes) {
  for (const Index L : {1, 2, 7, 15, 16, 17, 33, 64, 100, 513}) {
    for (const Index M : {L, Index{1}, Index{5}, Index{29}}) {
      for (const Index d : {1, 2, 3, 16, 17, 64}) {
        if (L > 100 && d > 3 && d < 64) continue;
        SCOPED_TRACE(testing::Message() << "M " << M << " L " << L << " d " << d);
        Random random(case_seed(M, L, d));
        const Scene scene = scene_of(random, M, L, d, 1 + random.below(3), d, d + 1);
        ASSERT_FALSE(check(scene));
        expect_same_trace(evaluator_.evaluate(scene)->trace, evaluate_plainly(scene));
      }
    }
  }
}

TEST_P(FastPath, IsTheReferenceForEveryKind) {
  for (const Index L : {6, 40}) {
    for (const ScoreKind& score : score_kinds()) {
      for (const PositionKind& position : position_kinds()) {
        for (const NormalizerKind& normalizer : normalizer_kinds()) {
          for (const float T : {0.0f, 0.1f, 1.0f, 50.0f, INFINITY}) {
            if (T == 0 && !normalizer.takes_zero) continue;
            if (!is_tried(
                    static_cast<int>(case_seed(score.id, position.id, normalizer.id, T, L)))) {
              continue;
            }
            SCOPED_TRACE(testing::Message() << score.id << " " << position.id << " "
                                            << normalizer.id << " T " << T << " L " << L);
            Random random(case_seed(score.id, position.id, normalizer.id, T, L));
            Scene scene = scene_of(random, random.coin() ? L : 9, L, 8, 2, 6, 4);
            set_score(random, score, scene);
            scene.normalizer = {&normalizer, T};
            set_position(random, position, scene);
            if (random.coin()) scene.bias = random.matrix(scene.query_count(), L);
            set_combine(random, *any_of(random, combine_kinds()), scene);
            while (random.coin()) {
              scene.masks.push_back(random_mask(random, *any_of(random, mask_kinds()), scene));
            }
            ASSERT_FALSE(check(scene));
            expect_same_trace(evaluator_.evaluate(scene)->trace, evaluate_plainly(scene));
          }
        }
      }
    }
  }
}

TEST_P(FastPath, IsTheReferenceForRandomScenes) {
  for (unsigned round = 0; round < test_cases(2000U); ++round) {
    SCOPED_TRACE(round);
    Random random(case_seed(round));
    const Scene scene = random_scene(random);
    ASSERT_FALSE(check(scene));
    expect_same_trace(evaluator_.evaluate(scene)->trace, evaluate_plainly(scene));
  }
}

TEST_P(FastPath, IsTheReferenceForLargeNumbers) {
  for (const float spread : {3.0f, 30.0f, 3e3f, 3e9f}) {
    for (const ScoreKind& score : score_kinds()) {
      for (const float T : {0.0f, 1e-3f, 1.0f, 1e4f}) {
        SCOPED_TRACE(testing::Message() << score.id << " " << spread << " T " << T);
        Random random(case_seed(spread, score.id, T));
        Scene scene = scene_of(random, 20, 20, 6, 2, 4, 3);
        scene.embeddings = Matrix(spread * *scene.embeddings);
        set_score(random, score, scene);
        scene.normalizer.temperature = T;
        expect_same_trace(evaluator_.evaluate(scene)->trace, evaluate_plainly(scene));
      }
    }
  }
}

/// Combining heads amplifies their errors.
TEST_P(FastPath, IsTheReferenceForLargeWeightsOfHeads) {
  for (const float spread : {1.0f, 10.0f, 100.0f}) {
    for (const NormalizerKind& normalizer : normalizer_kinds()) {
      for (const std::string_view combine : {"concat", "projection", "weighted"}) {
        for (int round = 0; round < test_cases(10); ++round) {
          SCOPED_TRACE(testing::Message()
                       << spread << " " << normalizer.id << " " << combine << " " << round);
          Random random(case_seed(spread, normalizer.id, combine, round));
          Scene scene = scene_of(random, 20, 20, 6, 2, 4, 3);
          scene.normalizer = {&normalizer, 0.2f};
          scene.combine.kind = &combine_kind(combine);
          if (combine == "concat") scene.combine.w_o = random.matrix(6, 4, spread);
          if (combine == "weighted") scene.combine.w = random.row(2, spread);
          for (int h = 0; h < 2 && combine == "projection"; ++h) {
            scene.combine.projections.emplace_back(random.matrix(3, 4, spread));
          }
          ASSERT_FALSE(check(scene));
          expect_same_trace(evaluator_.evaluate(scene)->trace, evaluate_plainly(scene));
        }
      }
    }
  }
}

TEST_P(FastPath, EqualKeysTieWhereverTheyStand) {
  Random random(case_seed());
  Scene scene = scene_of(random, 30, 75, 8, 1, 8, 8);
  for (Index j = 0; j < 75; j += 7) scene.embeddings.edit().row(j) = scene.embeddings->row(0);
  for (const float T : {0.0f, 0.01f, 1.0f}) {
    scene.normalizer.temperature = T;
    const auto made = evaluator_.evaluate(scene);
    for (Index j = 0; j < 75; j += 7) {
      EXPECT_EQ(made->trace.heads[0].weights.col(j), made->trace.heads[0].weights.col(0));
    }
  }
}

TEST_P(FastPath, TiesAreThoseOfTheSceneSOwnNumbers) {
  for (unsigned seed = 0; seed < test_cases(20U); ++seed) {
    for (const TieScene& made : tie_scenes(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      ASSERT_TRUE(is_fast(made.scene));
      EXPECT_EQ(evaluator_.evaluate(made.scene)->trace.heads[0].weights, made.weights);
    }
  }
}

TEST_P(FastPath, IsTheSameOnAnyNumberOfThreads) {
  Random random(case_seed());
  const Scene scene = scene_of(random, 301, 301, 24, 3, 16, 16);
  WorkerPool one(1), four(4);
  Evaluator alone(kernels(), one), many(kernels(), four);
  const auto expected = alone.evaluate(scene);
  for (int round = 0; round < test_cases(20); ++round) {
    for (Evaluator* evaluator : {&evaluator_, &many}) {
      const auto made = evaluator->evaluate(scene);
      for (std::size_t h = 0; h < 3; ++h) {
        ASSERT_EQ(made->trace.heads[h].weights, expected->trace.heads[h].weights);
        ASSERT_EQ(made->trace.heads[h].output, expected->trace.heads[h].output);
      }
    }
  }
}

TEST_P(FastPath, WhatIsKeptStaysAsItIs) {
  std::vector<Scene> scenes;
  std::vector<std::shared_ptr<const Evaluation>> kept;
  for (int n = 0; n < 6; ++n) {
    Random random(case_seed(n));
    scenes.push_back(scene_of(random, 9, 9, 4, 2, 4, 4));
    kept.push_back(evaluator_.evaluate(scenes.back()));
    evaluator_.evaluate(scene_of(random, 9, 9, 4, 2, 4, 4));
  }
  for (std::size_t n = 0; n < kept.size(); ++n) {
    EXPECT_TRUE(kept[n]->scene == scenes[n]);
    expect_same_trace(kept[n]->trace, evaluate_plainly(scenes[n]));
  }
}

TEST_P(FastPath, EndsSoonWhenCancelled) {
  if (!test::has_threads()) GTEST_SKIP();
  Random random(case_seed());
  const Scene scene = scene_of(random, 600, 600, 16, 4, 16, 16);
  Progress cancelled;
  cancelled.cancel();
  EXPECT_THROW(evaluator_.evaluate(scene, &cancelled), Cancelled);
  Progress progress;
  const auto made = evaluator_.evaluate(scene, &progress);
  EXPECT_EQ(progress.part(), 1);
  expect_same_trace(made->trace, evaluate_plainly(scene));
  for (int round = 0; round < test_cases(20); ++round) {
    Progress some;
    std::thread other([&] {
      while (some.part() < 0.05 * round && !some.is_cancelled()) std::this_thread::yield();
      some.cancel();
    });
    try {
      evaluator_.evaluate(scene_of(random, 600, 600, 16, 4, 16, 16), &some);
    } catch (const Cancelled&) {
    }
    some.cancel();
    other.join();
  }
  expect_same_trace(evaluator_.evaluate(scene)->trace, evaluate_plainly(scene));
}

TEST(Evaluator, WaitsForALargeOneThatIsLetGoOf) {
  if (!test::has_threads()) GTEST_SKIP();
  Scene scene = self_attention(600, 4);
  Evaluator evaluator;
  auto first = evaluator.evaluate(scene);
  const Evaluation* const place = first.get();
  scene.normalizer.temperature = 2;
  const auto second = evaluator.evaluate(scene);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    first.reset();
  });
  scene.normalizer.temperature = 3;
  const auto third = evaluator.evaluate(scene);
  other.join();
  EXPECT_EQ(third.get(), place) << "what was let go of is used again";
  scene.normalizer.temperature = 4;
  const auto fourth = evaluator.evaluate(scene);
  EXPECT_NE(fourth, second) << "what is kept stays as it is";
  EXPECT_NE(fourth, third);
  expect_same_trace(fourth->trace, evaluate_plainly(scene));
}

TEST(Evaluator, BytesNeededAreMostlyThoseOfScoresAndWeights) {
  Scene scene = self_attention(2048, 64);
  scene.heads.resize(4);
  const double matrices = 2.0 * 2 * 4 * 4 * 2048 * 2048;
  EXPECT_GT(bytes_needed(scene), matrices);
  EXPECT_LT(bytes_needed(scene), 1.4 * matrices);
  scene.masks.resize(1);
  EXPECT_GT(bytes_needed(scene), 1.5 * matrices);
}

std::optional<Problem> problem_of(const std::function<void()>& evaluate) {
  try {
    evaluate();
  } catch (const SceneError& error) {
    return error.problem();
  }
  return std::nullopt;
}

TEST_P(FastPath, FailsWhereTheReferenceDoes) {
  int failures = 0;
  for (int round = 0; round < test_cases(1500); ++round) {
    Random random(case_seed(round));
    Scene scene = random_scene(random);
    const float large = std::pow(10.0f, static_cast<float>(random.below(38)));
    const auto enlarge = [&](Cow<Matrix>& m) { m = Matrix(*m * large); };
    if (random.coin()) enlarge(scene.embeddings);
    if (random.coin() && scene.values) enlarge(*scene.values);
    for (Head& head : scene.heads) {
      if (random.below(4) == 0) enlarge(*head.w_q);
      if (random.below(4) == 0 && head.w_v) enlarge(*head.w_v);
    }
    if (random.below(4) == 0)
      scene.bias = Matrix(random.matrix(scene.query_count(), scene.key_count(), 2e38f));
    if (check(scene)) continue;
    SCOPED_TRACE(testing::Message()
                 << round << " " << scene.score.kind->id << " " << scene.normalizer.temperature);
    const auto problem = problem_of([&] { evaluate_plainly(scene); });
    const auto found = problem_of([&] { evaluator_.evaluate(scene); });
    ASSERT_EQ(found.has_value(), problem.has_value()) << round << (found ? found->text : "");
    EXPECT_TRUE(found == problem);
    failures += problem ? 1 : 0;
  }
  EXPECT_GT(failures, test_cases(100));
}

TEST(Evaluator, KeepsTheTanhOfTinySums) {
  Random random(case_seed());
  Scene scene = self_attention(7, 3);
  scene.embeddings.edit() = random.matrix(7, 3, 1e-12f);
  scene.score.kind = &score_kind("additive");
  scene.heads[0].v = RowVector(RowVector::Constant(3, 1e12f));
  const Trace fast = evaluate(scene), plain = evaluate_plainly(scene);
  const Matrix& scores = plain.heads[0].scores;
  EXPECT_GT(scores.cwiseAbs().maxCoeff(), 0.1f);
  EXPECT_LE((fast.heads[0].scores - scores).cwiseAbs().maxCoeff(), 1e-5f);
}

}  // namespace
}  // namespace attn::evaluator_test
