#include "app/ui/session.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/scene_file.h"
#include "app/ui/explain.h"
#include "assets/assets.h"
#include "engine/normalize.h"
#include "engine/score.h"

namespace attn::ui {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

void set_number(Scene& scene, Index i, Index j, float value) {
  scene.embeddings.edit()(i, j) = value;
}

TEST(Session, EvaluatesEachEditAtOnce) {
  Session session(example(), "");
  const auto first = session.evaluation_number();
  EXPECT_NEAR(session.evaluation().trace.heads[0].weights(5, 3), 0.877, 0.001);
  session.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_NE(session.evaluation_number(), first);
  EXPECT_NEAR(session.evaluation().trace.heads[0].scores(5, 3), 1, 1e-6);
  session.undo();
  EXPECT_NEAR(session.evaluation().trace.heads[0].weights(5, 3), 0.877, 0.001);
  EXPECT_EQ(session.scene(), example());
}

TEST(Session, RefusesWhatCannotBeEvaluatedAndKeepsAllAsItWas) {
  Session session(example(), "");
  const auto number = session.evaluation_number();
  session.edit("embeddings", "Change", "", [](Scene& scene) {
    scene.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  });
  EXPECT_EQ(session.scene(), example());
  ASSERT_NE(session.complaint("embeddings"), nullptr);
  EXPECT_EQ(session.complaint("temperature"), nullptr);
  session.edit("temperature", "Change", "",
               [](Scene& scene) { scene.normalizer.temperature = -1; });
  ASSERT_NE(session.complaint("temperature"), nullptr);
  EXPECT_EQ(session.evaluation_number(), number);
  session.edit("temperature", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(session.complaint("temperature"), nullptr) << "until the next edit";
}

TEST(Session, OpensNothingThatItCannotEvaluate) {
  Session session(example(), "kept.attn.json");
  Scene broken = example();
  broken.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  EXPECT_THROW(session.open(broken, "broken.attn.json"), SceneError);
  EXPECT_EQ(session.scene(), example());
  EXPECT_EQ(session.path(), "kept.attn.json");
}

TEST(Session, PinsOnlyWhatIsThere) {
  Session session(example(), "");
  EXPECT_EQ(session.pinned(), (Cell{5, 3}));
  session.view.selection = Cell{6, 0};
  EXPECT_EQ(session.pinned(), std::nullopt);
  session.hovered = Cell{1, 1};
  EXPECT_EQ(session.shown(), (Cell{1, 1}));
}

TEST(Session, SavesWithTheViewAndSaysSo) {
  const auto path =
      std::filesystem::temp_directory_path() / ("session-" + std::to_string(getpid()) + ".json");
  Session session(example(), path.string());
  session.view.colormap = "viridis";
  session.save();
  EXPECT_EQ(session.message, "Saved " + path.string());
  const Scene saved = read_scene(path.string());
  EXPECT_EQ(parse_view(saved.view).colormap, "viridis");
  std::filesystem::remove(path);

  Session nowhere(example(), "/no/such/folder/scene.attn.json");
  nowhere.save();
  EXPECT_NE(nowhere.message.find("No such file or directory"), std::string::npos);
}

class Explains : public testing::Test {
 protected:
  Explanation of(Index query, Index key) { return explain(session.evaluation(), 0, {query, key}); }
  void set_temperature(float T) {
    session.edit("", "", "", [T](Scene& scene) { scene.normalizer.temperature = T; });
  }
  Session session{example(), ""};
};

TEST_F(Explains, TheExampleByHand) {
  const Explanation why = of(5, 3);
  ASSERT_EQ(why.steps.size(), 4U);
  EXPECT_EQ(why.steps[0].terms, (std::vector<std::string>{"q · k =", "0·2", "+ 2·3", "+ 1·1"}));
  EXPECT_EQ(why.steps[0].result, "= 7.00");
  EXPECT_EQ(why.steps[1].terms[0], "7.00 / 1.00");
  EXPECT_EQ(why.steps[2].terms, (std::vector<std::string>{"e^7.00 / Σ =", "1096.6", "/ 1249.8"}));
  EXPECT_EQ(why.steps[2].result, "= 0.877");
  EXPECT_EQ(why.steps[3].result, "output = 0.362");
  EXPECT_EQ(why.summary.rfind("Reads carries 97% of the output.", 0), 0U) << why.summary;
}

TEST_F(Explains, HardAttentionAndItsTies) {
  set_temperature(0);
  EXPECT_EQ(of(5, 3).steps[1].result, "hard attention");
  EXPECT_EQ(of(5, 3).steps[2].result, "= 1.000");
  EXPECT_EQ(of(5, 5).steps[2].terms[0], "not the largest");
  EXPECT_EQ(of(1, 1).steps[1].result, "shared by 2");
  EXPECT_EQ(of(1, 1).steps[2].terms[0], "1 / 2");
}

TEST_F(Explains, UniformAttention) {
  set_temperature(std::numeric_limits<float>::infinity());
  EXPECT_EQ(of(5, 3).steps[1].result, "6 keys alike");
  EXPECT_EQ(of(5, 3).steps[2].terms[0], "1 / 6");
  EXPECT_NE(of(5, 3).summary.find("uniform attention"), std::string::npos);
}

TEST_F(Explains, TheScale) {
  session.edit("", "", "", [](Scene& scene) { scene.score.kind = &score_kind("scaled_dot"); });
  const ExplanationStep score = of(5, 3).steps[0];
  EXPECT_EQ(score.terms.back(), "= 7.00");
  EXPECT_EQ(score.result, "÷ √3 = 4.04");
}

TEST_F(Explains, MaskedKeysAndRowsWithoutAny) {
  session.edit("", "", "", [](Scene& scene) {
    Mask mask;
    mask.kind = &mask_kind("padding");
    mask.valid = Cow(std::vector<bool>{true, true, true, false, true, true});
    scene.masks = {mask};
  });
  const Explanation why = of(5, 3);
  ASSERT_EQ(why.steps.size(), 5U);
  EXPECT_EQ(why.steps[1].terms.back(), "hidden by padding");
  EXPECT_EQ(why.steps[1].result, "masked");
  EXPECT_EQ(why.steps[2].result, "weight 0");
  EXPECT_EQ(of(5, 5).steps[1].result, "= 5.00") << "seen, so only the score";
  session.edit("", "", "",
               [](Scene& scene) { scene.masks[0].valid = Cow(std::vector<bool>(6, false)); });
  EXPECT_NE(of(5, 3).summary.find("sees no key"), std::string::npos);
}

TEST_F(Explains, BiasAlibiAndWindow) {
  session.edit("", "", "", [](Scene& scene) {
    scene.bias = Cow(Matrix(Matrix::Constant(6, 6, 0.5F)));
    scene.position.kind = &position_kind("alibi");
    scene.position.slopes = Cow(RowVector(RowVector::Constant(1, 0.25F)));
    Mask mask;
    mask.kind = &mask_kind("window");
    mask.radius = 5;
    mask.sigma = 2.F;
    scene.masks = {mask};
  });
  const ExplanationStep step = of(5, 3).steps[1];
  EXPECT_EQ(step.terms,
            (std::vector<std::string>{"7.00", "+ 0.50 bias", "− 0.50 ALiBi", "− 0.50 window"}));
  EXPECT_EQ(step.result, "= 6.50");
}

TEST_F(Explains, EveryScoreInItsOwnTerms) {
  const auto terms_of = [&](std::string_view id) {
    session.edit("", "", "", [&](Scene& scene) { scene.score.kind = &score_kind(id); });
    std::string text;
    const ExplanationStep step = of(5, 3).steps[0];
    for (const std::string& term : step.terms) text += term + " ";
    return text + step.result;
  };
  EXPECT_EQ(terms_of("general"), "q · k = 0·2 + 2·3 + 1·1 = 7.00");
  EXPECT_EQ(terms_of("additive"), "tanh(q + k) · v = tanh(0+2) + tanh(2+3) + tanh(1+1) = 2.93");
  EXPECT_EQ(terms_of("gaussian"), "‖q − k‖² = (0−2)² + (2−3)² + (1−1)² = 5.00 × −½·1² = -2.50");
  EXPECT_EQ(terms_of("cosine"), "q · k = 0·2 + 2·3 + 1·1 = 7.00 ÷ (2.24 · 3.74) = 0.84");
  for (const ScoreKind& kind : score_kinds()) {
    EXPECT_EQ(terms_of(kind.id).find("aᵢⱼ"), std::string::npos) << "no explainer for " << kind.id;
  }
}

TEST_F(Explains, TheThresholdsOfSparseAttention) {
  const auto step_of = [&](std::string_view id, Index key) {
    session.edit("", "", "", [&](Scene& scene) {
      scene.normalizer.kind = &normalizer_kind(id);
      scene.normalizer.temperature = 4;
    });
    return of(5, key).steps[2];
  };
  EXPECT_EQ(step_of("sparsemax", 3).terms, (std::vector<std::string>{"z − τ =", "1.75 − 1.00"}));
  EXPECT_EQ(step_of("sparsemax", 3).result, "= 0.750");
  EXPECT_EQ(step_of("sparsemax", 0).terms.back(), "τ = 1.00");
  EXPECT_EQ(step_of("sparsemax", 0).result, "= 0.000");
  EXPECT_EQ(step_of("entmax15", 3).terms[0], "(½z − τ)² =");
}

TEST_F(Explains, LongVectorsFoldToTheLargestTermsAndTheRest) {
  Scene scene = example();
  Matrix wide = Matrix::Constant(6, 40, 0.5F);
  wide(3, 7) = -9;
  scene.embeddings = Cow(wide);
  session.open(scene, "");
  const ExplanationStep score = of(5, 3).steps[0];
  EXPECT_LE(score.terms.size(), 8U);
  EXPECT_NE(std::find(score.terms.begin(), score.terms.end(), "+ 0.5·(-9)"), score.terms.end());
  EXPECT_NE(score.terms.back().find("36 more:"), std::string::npos) << score.terms.back();
}

TEST_F(Explains, EveryKindOfScoreAndNormalizer) {
  for (const auto& score : score_kinds()) {
    for (const auto& normalizer : normalizer_kinds()) {
      session.edit("", "", "", [&](Scene& scene) {
        scene.score.kind = &score;
        scene.normalizer.kind = &normalizer;
      });
      EXPECT_EQ(of(5, 3).steps.size(), 4U);
      for (const ExplanationStep& step : of(5, 3).steps) EXPECT_FALSE(step.result.empty());
    }
  }
}

TEST(Entropy, IsZeroForOneKeyAndItsLogarithmForMany) {
  RowVector one = RowVector::Zero(4);
  one(2) = 1;
  EXPECT_EQ(entropy(one), 0);
  EXPECT_NEAR(entropy(RowVector::Constant(8, 0.125F)), std::log(8.0), 1e-6);
}

}  // namespace
}  // namespace attn::ui
