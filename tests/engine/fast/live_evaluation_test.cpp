#include "engine/fast/live_evaluation.h"

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/fast.h"
#include "engine/kernels/kernel_choice.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/same_trace.h"
#include "tests/engine/steps_and_parts.h"
#include "tests/engine/tie_scenes.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::live_evaluation_test {
namespace {

using namespace attn::test;

class Edits : public testing::TestWithParam<const Kernels*> {
 protected:
  LiveEvaluation evaluation() { return LiveEvaluation(*GetParam(), pool_); }

  WorkerPool pool_{2};
};

INSTANTIATE_TEST_SUITE_P(Variants, Edits,
                         testing::ValuesIn(supported_kernels().begin(), supported_kernels().end()),
                         [](const auto& info) { return std::string(info.param->name); });

/// Two heads with weights; M = L: self-attention.
Scene scene_of(Random& random, Index M, Index L, Index D) {
  Scene scene;
  scene.tokens = names(L);
  scene.embeddings = random.matrix(L, D);
  if (M != L) scene.queries = Queries{names(M, "q"), random.matrix(M, D)};
  if (random.coin()) scene.values = random.matrix(L, 3);
  scene.heads = {random_head(random, scene, 4), random_head(random, scene, 4)};
  return scene;
}

void change_a_cell(Random& random, Cow<Matrix>& matrix) {
  const Index i = random.below(static_cast<int>(matrix->rows()));
  const Index j = random.below(static_cast<int>(matrix->cols()));
  matrix.edit()(i, j) = random.number();
}

void change_a_head(Random& random, Scene& scene) {
  Head& head = scene.heads[static_cast<std::size_t>(random.below(2))];
  constexpr std::array kMatrices{&Head::w_q, &Head::w_k, &Head::w_v, &Head::w_a};
  constexpr std::array kRows{&Head::v, &Head::b_q, &Head::b_k, &Head::b_v, &Head::g_q, &Head::g_k};
  const auto n = static_cast<std::size_t>(random.below(11));
  if (n < kMatrices.size()) {
    if (auto& matrix = head.*kMatrices[n]) change_a_cell(random, *matrix);
  } else if (n < kMatrices.size() + kRows.size()) {
    if (auto& row = head.*kRows[n - kMatrices.size()]) row->edit()(0) = random.number();
  } else {
    head.width = 0.5f + std::abs(random.number());
  }
}

/// Mostly what a person drags: numbers of tokens, and the temperature.
void edit(Random& random, Scene& scene) {
  switch (random.below(14)) {
    case 0:
      scene.normalizer.temperature = 0.2f + std::abs(random.number());
      return;
    case 1:
      return change_a_head(random, scene);
    case 2:
      if (scene.bias) change_a_cell(random, *scene.bias);
      return;
    case 3:
      scene.embeddings.edit().row(1).swap(scene.embeddings.edit().row(2));
      return;
    case 4:
    case 5:
      if (scene.values) change_a_cell(random, *scene.values);
      return;
    case 6:
    case 7:
      if (scene.queries) change_a_cell(random, scene.queries->embeddings);
      return;
    case 8:
      if (random.below(5) != 0) return;
      scene.masks.clear();
      if (random.coin()) scene.masks = {random_mask(random, *any_of(random, mask_kinds()), scene)};
      return;
    default:
      return change_a_cell(random, scene.embeddings);
  }
}

TEST_P(Edits, EndWhereAFreshEvaluationDoes) {
  for (int round = 0; round < test_cases(60); ++round) {
    Random random(case_seed(round));
    const Index L = 25 + random.below(20);
    Scene scene = scene_of(random, random.coin() ? L : 30, L, 4);
    set_score(random, *any_of(random, score_kinds()), scene);
    scene.normalizer.kind = any_of(random, normalizer_kinds());
    if (random.below(3) != 0) scene.normalizer.kind = &normalizer_kind("softmax");
    if (random.coin()) scene.bias = random.matrix(scene.query_count(), L);
    if (random.coin()) {
      add_fast_to_score(random, scene.score);
      for (const std::size_t h : {0U, 1U}) add_fast_to_head(random, scene, h);
    }
    set_position(random, *any_of(random, position_kinds()), scene);
    set_combine(random, *any_of(random, combine_kinds()), scene);
    SCOPED_TRACE(testing::Message() << "round " << round << " " << scene.score.kind->id << " "
                                    << scene.normalizer.kind->id);
    LiveEvaluation live = evaluation();
    for (int step = 0; step < 40; ++step) {
      edit(random, scene);
      const bool later = random.coin();
      live.update_to(scene,
                     later ? LiveEvaluation::Weights::kLater : LiveEvaluation::Weights::kNow);
      if (later && random.coin()) continue;
      live.finish_weights();
      expect_same_trace(live.evaluation().trace, evaluate_plainly(scene));
      if (HasFailure()) return;
    }
  }
}

/// How far outputs are from those of a fresh evaluation, as a part of the largest.
double drift(const Trace& found, const Trace& expected) {
  double worst = 0;
  for (std::size_t h = 0; h < found.heads.size(); ++h) {
    const Matrix& a = found.heads[h].output;
    const Matrix& b = expected.heads[h].output;
    worst = std::max(worst, static_cast<double>((a - b).cwiseAbs().maxCoeff()) /
                                static_cast<double>(b.cwiseAbs().maxCoeff()));
  }
  return worst;
}

TEST_P(Edits, AThousandOfThemAddNoErrors) {
  for (const float peaks : {1.0f, 4.0f, 12.0f}) {
    Random random(case_seed(peaks));
    Scene scene = self_attention(96, 16);
    scene.heads.resize(2);
    for (Head& head : scene.heads) {
      head.w_q = random.matrix(16, 16, 0.25f * peaks);
      head.w_k = random.matrix(16, 16, 0.25f);
      head.w_v = random.matrix(16, 16, 0.25f);
    }
    LiveEvaluation live = evaluation();
    live.update_to(scene);
    double worst = 0;
    for (int step = 0; step < 1000; ++step) {
      // Rows that take all weight, and give it back.
      const float size = random.below(10) == 0 ? 6.0f : 1.0f;
      scene.embeddings.edit().row(random.below(96)) = random.row(16, size);
      live.update_to(scene);
      if (step % 50 == 49) {
        worst = std::max(worst, drift(live.evaluation().trace, evaluate_plainly(scene)));
      }
    }
    EXPECT_LE(worst, 1e-5) << peaks;
    RecordProperty("worst drift with scores times " + std::to_string(peaks), std::to_string(worst));
    std::printf("scores times %g: outputs differ by %.1e of the largest\n",
                static_cast<double>(peaks), worst);
  }
}

TEST_P(Edits, GoOnAfterOneThatFails) {
  for (const float large : {3e38f, 1e25f}) {
    Random random(case_seed(large));
    Scene scene = self_attention(40, 6);
    scene.heads = {random_head(random, scene, 4)};
    LiveEvaluation live = evaluation();
    live.update_to(scene);
    for (int step = 0; step < 10; ++step) {
      Scene wrong = scene;
      wrong.embeddings.edit()(step, 2) = large;
      EXPECT_THROW(live.update_to(wrong), SceneError);
      scene.embeddings.edit()(step, 1) = 0.5f;
      live.update_to(scene);
      expect_same_trace(live.evaluation().trace, evaluate_plainly(scene));
    }
  }
}

TEST_P(Edits, GoOnBetweenWhatIsFastAndWhatIsNot) {
  const std::vector<void (*)(Scene&)> steps{
      [](Scene& s) { s.heads[0].sink = 1; },     [](Scene& s) { s.heads[0].sink.reset(); },
      [](Scene& s) { s.heads[1].gain = 2; },     [](Scene& s) { s.normalizer.length = 0.5f; },
      [](Scene& s) { s.heads[1].gain.reset(); }, [](Scene& s) { s.normalizer.length.reset(); },
      [](Scene& s) { s.score.cap = 1; },         [](Scene& s) { s.normalizer.temperature = 2; },
      [](Scene& s) { s.score.cap.reset(); },
  };
  for (const auto weights : {LiveEvaluation::Weights::kNow, LiveEvaluation::Weights::kLater}) {
    Random random(case_seed(static_cast<int>(weights)));
    Scene scene = scene_of(random, 40, 40, 4);
    LiveEvaluation live = evaluation();
    live.update_to(scene);
    for (const auto step : steps) {
      step(scene);
      for (int edits = 0; edits < 2; ++edits) {
        change_a_cell(random, scene.embeddings);
        live.update_to(scene, weights);
        live.finish_weights();
        expect_same_trace(live.evaluation().trace, evaluate_plainly(scene));
      }
    }
  }
}

/// A number that is changed and put back leaves the ties as they were, as does a temperature.
TEST_P(Edits, BringTiesBack) {
  for (unsigned seed = 0; seed < test_cases(10U); ++seed) {
    for (const TieScene& made : tie_scenes(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      Random random(case_seed(made.name, seed));
      LiveEvaluation live = evaluation();
      live.update_to(made.scene);
      for (int step = 0; step < 4; ++step) {
        Scene scene = made.scene;
        change_a_cell(random, random.coin() ? scene.embeddings : scene.queries->embeddings);
        if (step == 3) scene.normalizer.temperature = 1;
        live.update_to(scene, LiveEvaluation::Weights::kLater);
        live.finish_weights();
        EXPECT_TRUE(is_close(live.evaluation().trace.heads[0].weights,
                             evaluate_plainly(scene).heads[0].weights));
        live.update_to(made.scene, LiveEvaluation::Weights::kLater);
        live.finish_weights();
        EXPECT_EQ(live.evaluation().trace.heads[0].weights, made.weights);
      }
    }
  }
}

TEST_P(Edits, OfNothingKeepAll) {
  Random random(case_seed());
  Scene scene = scene_of(random, 40, 40, 4);
  LiveEvaluation live = evaluation();
  live.update_to(scene);
  const Matrix weights = live.evaluation().trace.heads[0].weights;
  scene.title = "Another";
  live.update_to(scene);
  EXPECT_EQ(live.evaluation().scene.title, "Another");
  EXPECT_EQ(live.evaluation().trace.heads[0].weights, weights);
}

TEST(LiveEvaluation, StepsGoByTheTableOfParts) {
  expect_by_the_table(LiveEvaluation::steps(), is_fast);
}

}  // namespace
}  // namespace attn::live_evaluation_test
