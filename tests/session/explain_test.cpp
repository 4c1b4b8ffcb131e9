#include "app/session/words/explain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/document/edits/seeded.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/scene_file/shown_scene.h"
#include "app/session/workspace/workspace.h"
#include "assets/assets.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluator.h"
#include "tests/engine/tie_scenes.h"

namespace attn::explain_test {
namespace {

bool has_scale(const ScoreKind& kind) { return !kind.parameters.empty(); }

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

class Explains : public testing::Test {
 protected:
  Explanation of(Index query, Index key) {
    return explain(workspace.evaluation(), 0, {query, key});
  }
  static std::vector<std::string> texts(const ExplanationStep& step) {
    std::vector<std::string> words;
    for (const ExplanationTerm& term : step.terms) words.push_back(term.text);
    return words;
  }
  void set_temperature(float T) {
    workspace.edit("", "", "", [T](Scene& scene) { scene.normalizer.temperature = T; });
  }
  Workspace workspace{example(), ""};
};

TEST_F(Explains, TheExampleByHand) {
  const Explanation why = of(5, 3);
  ASSERT_EQ(why.steps.size(), 4U);
  EXPECT_EQ(texts(why.steps[0]), (std::vector<std::string>{"q · k =", "0·2", "+ 2·3", "+ 1·1"}));
  EXPECT_EQ(why.steps[0].result.text, "= 7.00");
  EXPECT_EQ(texts(why.steps[1]), (std::vector<std::string>{"7.00", "/ 1.00"}));
  EXPECT_EQ(texts(why.steps[2]),
            (std::vector<std::string>{"e^7.00", "/ Σ =", "1096.6", "/ 1249.8"}));
  EXPECT_EQ(why.steps[2].result.text, "= 0.877");
  EXPECT_EQ(texts(why.steps[3]), (std::vector<std::string>{"0.877·0.4 = 0.351", "+ 0.011 others"}));
  EXPECT_EQ(why.steps[3].result.text, "o = 0.362");
  EXPECT_EQ(why.summary.rfind("Reads moves the output by +0.351, from 0.011 to 0.362. ", 0), 0U)
      << why.summary;
}

TEST(Explained, TiesAreThoseOfTheWeights) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const test::TieScene& made : test::tie_scenes(seed)) {
      const auto evaluation = Evaluator().evaluate(made.scene);
      for (Index key = 0; key < made.weights.cols(); ++key) {
        const auto share = (made.weights.row(0).array() > 0).count();
        const std::vector<ExplanationStep> steps = explain(*evaluation, 0, {0, key}).steps;
        const auto softmax = std::ranges::find(steps, "softmax", &ExplanationStep::title);
        ASSERT_NE(softmax, steps.end());
        EXPECT_EQ(softmax->terms[0].text,
                  made.weights(0, key) > 0 ? "1 / " + std::to_string(share) : "not the largest")
            << made.name << seed;
        EXPECT_EQ((softmax - 1)->result.text,
                  share > 1 ? "shared by " + std::to_string(share) : "hard attention")
            << made.name << seed;
      }
    }
  }
}

TEST_F(Explains, HardAttentionAndItsTies) {
  set_temperature(0);
  EXPECT_EQ(of(5, 3).steps[1].result.text, "hard attention");
  EXPECT_EQ(of(5, 3).steps[2].result.text, "= 1.000");
  EXPECT_EQ(of(5, 5).steps[2].terms[0].text, "not the largest");
  EXPECT_EQ(of(1, 1).steps[1].result.text, "shared by 2");
  EXPECT_EQ(of(1, 1).steps[2].terms[0].text, "1 / 2");
}

TEST_F(Explains, UniformAttention) {
  set_temperature(std::numeric_limits<float>::infinity());
  EXPECT_EQ(of(5, 3).steps[1].result.text, "6 keys alike");
  EXPECT_EQ(of(5, 3).steps[2].terms[0].text, "1 / 6");
  EXPECT_NE(of(5, 3).summary.find("uniform attention"), std::string::npos);
}

TEST_F(Explains, TheScale) {
  workspace.edit("", "", "", [](Scene& scene) { scene.score.kind = &score_kind("scaled_dot"); });
  const ExplanationStep score = of(5, 3).steps[0];
  EXPECT_EQ(score.terms.back().text, "= 7.00");
  EXPECT_EQ(score.result.text, "÷ √3 = 4.04");
}

TEST_F(Explains, MaskedKeysAndRowsWithoutAny) {
  workspace.edit("", "", "", [](Scene& scene) {
    Mask mask;
    mask.kind = &mask_kind("padding");
    mask.valid = Cow(std::vector<bool>{true, true, true, false, true, true});
    scene.masks = {mask};
  });
  const Explanation why = of(5, 3);
  ASSERT_EQ(why.steps.size(), 5U);
  EXPECT_EQ(why.steps[1].terms.back().text, "hidden by padding");
  EXPECT_EQ(why.steps[1].result.text, "masked");
  EXPECT_EQ(why.steps[2].result.text, "weight 0");
  EXPECT_EQ(of(5, 5).steps[1].result.text, "= 5.00") << "seen, so only the score";
  workspace.edit("", "", "",
                 [](Scene& scene) { scene.masks[0].valid = Cow(std::vector<bool>(6, false)); });
  EXPECT_NE(of(5, 3).summary.find("sees no key"), std::string::npos);
}

TEST_F(Explains, BiasAlibiAndWindow) {
  workspace.edit("", "", "", [](Scene& scene) {
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
  EXPECT_EQ(texts(step),
            (std::vector<std::string>{"7.00", "+ 0.50 bias", "− 0.50 ALiBi", "− 0.50 window"}));
  EXPECT_EQ(step.result.text, "= 6.50");
}

TEST_F(Explains, EveryScoreInItsOwnTerms) {
  const auto terms_of = [&](std::string_view id) {
    workspace.edit("", "", "", [&](Scene& scene) { scene.score.kind = &score_kind(id); });
    std::string text;
    const ExplanationStep step = of(5, 3).steps[0];
    for (const std::string& term : texts(step)) text += term + " ";
    return text + step.result.text;
  };
  EXPECT_EQ(terms_of("general"), "q · k = 0·2 + 2·3 + 1·1 = 7.00");
  EXPECT_EQ(terms_of("additive"), "tanh(q + k) · v_A = tanh(0+2) + tanh(2+3) + tanh(1+1) = 2.93");
  EXPECT_EQ(terms_of("gaussian"), "‖q − k‖² = (0−2)² + (2−3)² + (1−1)² = 5.00 × −½·1² = -2.50");
  EXPECT_EQ(terms_of("cosine"), "q · k = 0·2 + 2·3 + 1·1 = 7.00 ÷ (2.24 · 3.74) = 0.84");
  for (const ScoreKind& kind : shown_kinds(score_kinds())) {
    EXPECT_EQ(terms_of(kind.id).find("sᵢⱼ"), std::string::npos) << "no explainer for " << kind.id;
  }
}

TEST_F(Explains, TheThresholdsOfSparseAttention) {
  const auto step_of = [&](std::string_view id, Index key) {
    workspace.edit("", "", "", [&](Scene& scene) {
      scene.normalizer.kind = &normalizer_kind(id);
      scene.normalizer.temperature = 4;
    });
    return of(5, key).steps[2];
  };
  EXPECT_EQ(texts(step_of("sparsemax", 3)),
            (std::vector<std::string>{"s/T − τ =", "1.75", "− 1.00"}));
  EXPECT_EQ(step_of("sparsemax", 3).result.text, "= 0.750");
  EXPECT_EQ(step_of("sparsemax", 0).terms.back().text, "τ = 1.00");
  EXPECT_EQ(step_of("sparsemax", 0).result.text, "= 0.000");
  EXPECT_EQ(step_of("entmax15", 3).terms[0].text, "(½·s/T − τ)² =");
}

TEST_F(Explains, LongVectorsFoldToTheLargestTermsAndTheRest) {
  Scene scene = example();
  Matrix wide = Matrix::Constant(6, 40, 0.5F);
  wide(3, 7) = -9;
  scene.embeddings = Cow(wide);
  workspace.open(scene, "");
  const ExplanationStep score = of(5, 3).steps[0];
  EXPECT_LE(score.terms.size(), 8U);
  const std::vector<std::string> words = texts(score);
  EXPECT_NE(std::find(words.begin(), words.end(), "+ 0.5·(-9)"), words.end());
  EXPECT_NE(words.back().find("36 more:"), std::string::npos) << words.back();
}

TEST_F(Explains, EveryKindOfScoreAndNormalizer) {
  for (const auto& score : shown_kinds(score_kinds())) {
    for (const auto& normalizer : shown_kinds(normalizer_kinds())) {
      workspace.edit("", "", "", [&](Scene& scene) {
        scene.score.kind = &score;
        scene.normalizer.kind = &normalizer;
      });
      EXPECT_EQ(of(5, 3).steps.size(), 4U);
      for (const ExplanationStep& step : of(5, 3).steps) EXPECT_FALSE(step.result.text.empty());
    }
  }
}

TEST(Entropy, IsZeroForOneKeyAndItsLogarithmForMany) {
  RowVector one = RowVector::Zero(4);
  one(2) = 1;
  EXPECT_EQ(entropy(one), 0);
  EXPECT_NEAR(entropy(RowVector::Constant(8, 0.125F)), std::log(8.0), 1e-6);
}

/// The terms of the score, one by one, as far as they are said to come from somewhere.
class ExplainsSources : public testing::Test {
 protected:
  /// Two heads with all the weights that there can be, so that q, k and v come through them.
  static Scene weighted() {
    Scene scene = example();
    scene.embeddings = Cow(random_matrix(6, 3, 1));
    scene.values.emplace(random_matrix(6, 2, 2));
    scene.heads.resize(2);
    Head& head = scene.heads[1];
    head.w_q.emplace(random_matrix(3, 4, 3));
    head.w_k.emplace(random_matrix(3, 4, 4));
    head.w_v.emplace(random_matrix(2, 3, 5));
    head.w_a.emplace(random_matrix(4, 4, 6));
    head.v.emplace(RowVector(random_matrix(1, 4, 7).row(0)));
    head.width = 0.5F;
    return scene;
  }

  static Matrix* matrix(Scene& scene, const std::string& name) {
    if (name == "embeddings") return &scene.embeddings.edit();
    if (name == "values") return &scene.values->edit();
    if (name == "queries") return &scene.queries->embeddings.edit();
    if (name == "bias") return &scene.bias->edit();
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      Head& head = scene.heads[h];
      const std::string place = "heads." + std::to_string(h) + ".";
      if (name == place + "w_q") return &head.w_q->edit();
      if (name == place + "w_k") return &head.w_k->edit();
      if (name == place + "w_v") return &head.w_v->edit();
      if (name == place + "w_a") return &head.w_a->edit();
    }
    return nullptr;
  }

  /// Changes the first number that `source` says; false where it says none that is there.
  static bool change(Scene& scene, const Source& source, float by) {
    const Index row = source.row.value_or(0), column = source.column.value_or(0);
    if (source.name == "temperature" || source.name == "temperature.slider") {
      scene.normalizer.temperature *= 1.5F;
    } else if (source.name == "score.scale") {
      scene.score.scale *= 1.5F;
    } else if (source.name == "heads.0.width" || source.name == "heads.1.width") {
      Head& head = scene.heads[source.name[6] == '0' ? 0 : 1];
      head.width = head.width.value_or(1) * 1.5F;
    } else if (source.name == "heads.1.v") {
      scene.heads[1].v->edit()(column) += by;
    } else if (Matrix* m = matrix(scene, source.name)) {
      if (row >= m->rows() || column >= m->cols()) return false;
      (*m)(row, column) += by;
    } else {
      return false;
    }
    return true;
  }

  /// Each source of `term` (number `n` of step `step`) is there, and changes it.
  static void expect_true(const Scene& scene, Index head, std::size_t step, std::size_t n) {
    const auto term_of = [&](const Scene& s) {
      const Workspace workspace(s, "");
      const ExplanationStep one = explain(workspace.evaluation(), head, {5, 3}).steps[step];
      return n < one.terms.size() ? one.terms[n] : one.result;
    };
    const ExplanationTerm term = term_of(scene);
    EXPECT_FALSE(term.sources.empty()) << term.text;
    for (const Source& source : term.sources) {
      if (source.name == "weights") {
        EXPECT_EQ(source.row, 5);
        EXPECT_EQ(source.column.value_or(3), 3);
        continue;
      }
      bool follows = term.text.ends_with(" =");  // a name of a whole, as "q · k =", stays
      for (const float by : {0.37F, -2.9F, 3.7F, 3e4F}) {  // one may round, or tanh, to the same
        Scene changed = scene;
        ASSERT_TRUE(change(changed, source, by)) << source.name;
        follows = follows || term_of(changed).text != term.text;
      }
      EXPECT_TRUE(follows) << term.text << " does not follow " << source.name;
    }
  }
};

TEST_F(ExplainsSources, OfEveryScoreChangeItsTerms) {
  for (const ScoreKind& kind : shown_kinds(score_kinds())) {
    for (const Index head : {0, 1}) {
      SCOPED_TRACE(std::string(kind.id) + ", head " + std::to_string(head));
      Scene scene = weighted();
      scene.score.kind = &kind;
      scene.score.scale = has_scale(kind) ? 0.75F : 1.F;
      const Workspace workspace(scene, "");
      const ExplanationStep score = explain(workspace.evaluation(), head, {5, 3}).steps[0];
      for (std::size_t n = 0; n <= score.terms.size(); ++n) expect_true(scene, head, 0, n);
    }
  }
}

TEST_F(ExplainsSources, OfBiasTemperatureAndContribution) {
  Scene scene = weighted();
  scene.bias.emplace(random_matrix(6, 6, 8));
  for (const std::size_t step : {1U, 2U}) {
    for (const std::size_t n : {0U, 1U}) expect_true(scene, 1, step, n);
  }
  for (const std::size_t n : {0U, 1U, 2U}) expect_true(scene, 1, 4, n);
}

TEST_F(ExplainsSources, OfAPlainDotProductAreTheTwoNumbers) {
  const Workspace workspace(example(), "");
  const ExplanationStep score = explain(workspace.evaluation(), 0, {5, 3}).steps[0];
  EXPECT_EQ(score.terms[2].sources, (std::vector<Source>{{"embeddings", 5, 1, Side::kQuery},
                                                         {"embeddings", 3, 1, Side::kKey}}));
}

TEST_F(ExplainsSources, OfTurnedVectorsAreBothNumbersOfAPair) {
  Scene scene = example();
  scene.embeddings = Cow(random_matrix(6, 4, 1));
  scene.position.kind = &position_kind("rope");
  const Workspace workspace(scene, "");
  const ExplanationStep score = explain(workspace.evaluation(), 0, {5, 3}).steps[0];
  EXPECT_EQ(score.terms[4].sources, (std::vector<Source>{{"embeddings", 5, 2, Side::kQuery},
                                                         {"embeddings", 5, 3, Side::kQuery},
                                                         {"embeddings", 3, 2, Side::kKey},
                                                         {"embeddings", 3, 3, Side::kKey}}));
}

TEST_F(Explains, WhatAKeyBringsToEachFeature) {
  Scene scene = example();
  Matrix wide = Matrix::Constant(6, 8, 0.5F);
  wide(3, 6) = -4;
  scene.values.emplace(wide);
  workspace.open(scene, "");
  const ExplanationStep step = of(5, 3).steps[3];
  EXPECT_EQ(texts(step)[4], "dim 6: 0.877·(-4) = -3.510");
  EXPECT_EQ(texts(step)[5], "+ 0.061 others");
  EXPECT_EQ(texts(step)[6], "5 more");
  EXPECT_EQ(step.result.text, "o = (0.500, 0.500, …, -3.449, …)");
  EXPECT_EQ(step.terms[4].sources,
            (std::vector<Source>{{"values", 3, 6, Side::kKey}, {"weights", 5, 3, Side::kKey}}));
}

}  // namespace
}  // namespace attn::explain_test
