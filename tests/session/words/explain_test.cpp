#include "app/figure/inspector/explain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>

#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/formulas/formula.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/math/set_formula.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluator.h"
#include "tests/engine/tie_scenes.h"
#include "tests/support/random.h"
#include "tests/support/test_cases.h"

namespace attn::explain_test {
namespace {

bool has_scale(const ScoreKind& kind) { return takes(kind, "scale"); }

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

class Explains : public testing::Test {
 protected:
  Explanation of(Index query, Index key) {
    return explain(workspace.evaluation(), 0, {query, key});
  }
  /// A step as it is shown: its formula without the names of terms, and what it comes to.
  static std::string text(const ExplanationStep& step) {
    static const std::regex kTerm(R"(\\term\{\d+\})");
    return std::regex_replace(step.formula, kTerm, "") + step.result.tex;
  }
  void set_temperature(float T) {
    workspace.edit("", "", "", [T](Scene& scene) { scene.normalizer.temperature = T; });
  }
  Session session{example(), ""};
  Workspace& workspace = session.workspace;
};

TEST_F(Explains, TheExampleByHand) {
  const Explanation why = of(5, 3);
  ASSERT_EQ(why.steps.size(), 4U);
  EXPECT_EQ(
      text(why.steps[0]),
      R"(s_{\query{i}\key{j}} = \query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j} = )"
      R"({\query{0} \cdot \key{2}} + {\query{2} \cdot \key{3}} + {\query{1} \cdot \key{1}} = 7)");
  EXPECT_EQ(text(why.steps[1]), R"(\frac{s_{\query{i}\key{j}}}{T} = \frac{{7}}{{1}} = 7)");
  EXPECT_EQ(text(why.steps[2]),
            R"(\alpha_{\query{i}\key{j}} = \frac{{\key{e^{7}}}}{{e^{0}} + {e^{1}} + {e^{-4}} + )"
            R"({\key{e^{7}}} + {e^{0}} + {e^{5}}} = \frac{{\key{1096.6}}}{{1249.8}} = 0.877)");
  EXPECT_EQ(
      text(why.steps[3]),
      R"(o_{\query{i}} = \sum_{\key{j}} \alpha_{\query{i}\key{j}} \value{v_{\key{j}}} = )"
      R"({0.877 \cdot \value{0.4}} + {0.119 \cdot \value{0.1}} + {(\cdots\,{-0.000431})} = 0.362)");
  EXPECT_EQ(why.steps[0].terms[1].says,
            "$x_{1}$ of Book times $x_{1}$ of Reads adds 6 to the score");
  EXPECT_EQ(why.summary.rfind("Reads moves the output by +0.351, from 0.011 to 0.362. ", 0), 0U)
      << why.summary;
}

TEST(Explained, TiesAreThoseOfTheWeights) {
  for (unsigned seed = 0; seed < test::test_cases(10U); ++seed) {
    for (const test::TieScene& made : test::tie_scenes(seed)) {
      const auto evaluation = Evaluator().evaluate(made.scene);
      for (Index key = 0; key < made.weights.cols(); ++key) {
        const auto share = (made.weights.row(0).array() > 0).count();
        const std::vector<ExplanationStep> steps = explain(*evaluation, 0, {0, key}).steps;
        const auto softmax =
            std::ranges::find(steps, "softmax over the row", &ExplanationStep::title);
        ASSERT_NE(softmax, steps.end());
        EXPECT_EQ(softmax->terms[0].tex, made.weights(0, key) > 0
                                             ? "\\frac{1}{" + std::to_string(share) + "}"
                                             : "\\text{not the largest:}")
            << made.name << seed;
        EXPECT_EQ((softmax - 1)->result.tex,
                  share > 1 ? "\\text{shared by " + std::to_string(share) + "}" : "\\text{alone}")
            << made.name << seed;
      }
    }
  }
}

TEST_F(Explains, HardAttentionAndItsTies) {
  set_temperature(0);
  EXPECT_EQ(of(5, 3).steps[1].result.tex, "\\text{alone}");
  EXPECT_EQ(of(5, 3).steps[2].result.tex, "1.000");
  EXPECT_EQ(of(5, 5).steps[2].terms[0].tex, "\\text{not the largest:}");
  EXPECT_EQ(of(1, 1).steps[1].result.tex, "\\text{shared by 2}");
  EXPECT_EQ(of(1, 1).steps[2].terms[0].tex, "\\frac{1}{2}");
  workspace.edit("", "", "", [](Scene& scene) { scene.heads[0].sink = 9.F; });
  EXPECT_EQ(of(5, 3).steps[1].result.tex, "\\text{that of the sink}");
  EXPECT_EQ(of(5, 3).steps[2].terms[0].tex, "\\text{not the largest:}");
}

TEST_F(Explains, UniformAttention) {
  set_temperature(std::numeric_limits<float>::infinity());
  EXPECT_EQ(of(5, 3).steps[1].result.tex, "\\text{6 keys share equally}");
  EXPECT_EQ(of(5, 3).steps[2].terms[0].tex, "\\frac{1}{6}");
  EXPECT_NE(of(5, 3).summary.find("uniform attention"), std::string::npos);
}

TEST_F(Explains, TheScale) {
  workspace.edit("", "", "", [](Scene& scene) { scene.score.kind = &score_kind("scaled_dot"); });
  const std::string score = text(of(5, 3).steps[0]);
  EXPECT_NE(score.find("}}{\\sqrt{3}} = 4.04"), std::string::npos) << score;
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
  EXPECT_EQ(why.steps[1].terms.back().tex, "\\text{hidden by padding}");
  for (const std::size_t step : {1U, 2U}) EXPECT_EQ(why.steps[step].result.tex, "-\\infty");
  EXPECT_EQ(why.steps[3].result.tex, "0");
  EXPECT_EQ(of(5, 5).steps[1].result.tex, "5") << "seen, so only the score";
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
  EXPECT_EQ(text(of(5, 3).steps[1]),
            R"(s_{\query{i}\key{j}} = {7} + {0.5_{\text{bias}}} - {0.5_{\text{ALiBi}}} - )"
            R"({0.5_{\text{window}}} = 6.5)");
}

TEST_F(Explains, EveryScoreInItsOwnTerms) {
  const auto text_of = [&](std::string_view id) {
    workspace.edit("", "", "", [&](Scene& scene) { scene.score.kind = &score_kind(id); });
    static const std::regex kColour(R"(\\(query|key|mathbf|mathrm)\{([^{}]*)\})");
    std::string plain = text(of(5, 3).steps[0]);
    for (std::string before; before != plain;) {
      before = plain;
      plain = std::regex_replace(plain, kColour, "$2");
    }
    return plain.substr(plain.find("= ") + 2);
  };
  EXPECT_EQ(text_of("general"), R"(q_i \cdot k_j = {0 \cdot 2} + {2 \cdot 3} + {1 \cdot 1} = 7)");
  EXPECT_EQ(text_of("additive"), R"(\tanh(q_i + k_j) \cdot v_A = )"
                                 R"({\tanh(0 + 2)} + {\tanh(2 + 3)} + {\tanh(1 + 1)} = 2.93)");
  EXPECT_EQ(text_of("gaussian"),
            R"(-\frac{width^2}{2} \lVert q_i - k_j \rVert^2 = -\frac{{1}^2}{2} )"
            R"(\left( {(0 - 2)^2} + {(2 - 3)^2} + {(1 - 1)^2} \right) = -2.5)");
  EXPECT_EQ(text_of("cosine"),
            R"(\frac{q_i \cdot k_j}{\lVert q_i \rVert \, \lVert k_j \rVert} = \frac{{0 \cdot 2} + )"
            R"({2 \cdot 3} + {1 \cdot 1}}{{2.24} \cdot {3.74}} = 0.84)");
  for (const ScoreKind& kind : score_kinds()) {
    workspace.edit("", "", "", [&](Scene& scene) { set_score_kind(scene, kind); });
    EXPECT_FALSE(of(5, 3).steps[0].terms.empty()) << "no explainer for " << kind.id;
  }
}

TEST_F(Explains, TheThresholdsOfSparseAttention) {
  const auto step_of = [&](std::string_view id, Index key) {
    workspace.edit("", "", "", [&](Scene& scene) {
      scene.normalizer.kind = &normalizer_kind(id);
      scene.normalizer.temperature = 4;
    });
    return text(of(5, key).steps[2]);
  };
  const std::string score = R"(s_{\query{i}\key{j}})", weight = R"(\alpha_{\query{i}\key{j}})";
  EXPECT_EQ(step_of("sparsemax", 3), weight + R"( = \max(0, \frac{)" + score +
                                         R"(}{T} - \tau) = \max(0, {1.75} - {1}) = 0.750)");
  EXPECT_TRUE(step_of("sparsemax", 0).ends_with(R"(\max(0, {0} - {1}) = 0)"));
  const std::string entmax = step_of("entmax15", 3);
  EXPECT_NE(entmax.find(R"(\max(0, \frac{)" + score + R"(}{2T} - \tau)^2 = )"), std::string::npos)
      << entmax;
}

TEST_F(Explains, LargeScoresHaveTheLargestTakenOff) {
  set_temperature(0.25F);
  const ExplanationStep step = of(5, 3).steps[2];
  EXPECT_EQ(step.terms[0].tex, R"(\key{e^{28 - 28}})");
  EXPECT_NE(step.terms[0].says.find("the largest score is subtracted"), std::string::npos);
}

TEST_F(Explains, LongVectorsFoldToTheLargestTermsAndTheRest) {
  Scene scene = example();
  Matrix wide = Matrix::Constant(6, 40, 0.5F);
  wide(3, 7) = -9;
  scene.embeddings = Cow(wide);
  session.files.open(scene, "");
  const ExplanationStep score = of(5, 3).steps[0];
  ASSERT_EQ(score.terms.size(), 4U) << "the largest three, and what is left";
  EXPECT_NE(text(score).find(R"(\query{0.5} \cdot \key{(-9)})"), std::string::npos) << text(score);
  EXPECT_EQ(score.terms[3].tex, "(\\cdots\\,{9.25})");
  EXPECT_EQ(score.terms[3].says, "37 more sum to 9.25");
}

TEST_F(Explains, WideTermsFoldThoughTheyAreNoMoreThanEight) {
  session.files.open(parse_scene(asset("assets/examples/06-translation.attn.json")), "");
  const ExplanationStep score = of(4, 6).steps[0];
  ASSERT_EQ(score.terms.size(), 4U) << text(score);
  EXPECT_TRUE(score.terms[3].tex.starts_with("(\\cdots"));
  EXPECT_TRUE(score.terms[3].says.starts_with("5 more sum to "));
}

TEST_F(Explains, LongRowsFoldToTheLargestKeysTheShownOneAndTheRest) {
  Scene scene = example();
  scene.tokens.assign(20, "word");
  scene.embeddings = test::Random(1).uniform(20, 3);
  scene.values.reset();
  session.files.open(scene, "");
  const Evaluation& now = workspace.evaluation();
  Index least = 0;
  now.trace.heads[0].weights.row(0).minCoeff(&least);
  const std::string softmax = text(of(0, least).steps[2]);
  EXPECT_EQ(std::ranges::count(softmax.substr(0, softmax.find("= \\frac{{\\key{", 60)), '+'), 4);
  EXPECT_NE(softmax.find("\\cdots"), std::string::npos);
}

TEST_F(Explains, EveryFormulaCanBeSet) {
  const auto expect_set = [&](const std::string& name) {
    for (const ExplanationStep& step : of(5, 3).steps) {
      for (const std::string& tex : {step.formula, step.lead, step.result.tex}) {
        EXPECT_NO_THROW(read_formula(tex)) << name << ": " << tex;
      }
      const SetFormula set = set_formula(read_formula(step.formula), {});
      EXPECT_EQ(set.terms.size(), step.terms.size()) << name << ": " << step.formula;
    }
  };
  for (const float T : {0.F, 0.01F, 1.F, 1e30F, std::numeric_limits<float>::infinity()}) {
    for (const auto& score : score_kinds()) {
      for (const auto& normalizer : normalizer_kinds()) {
        if (T == 0 && !normalizer.takes_zero) continue;
        workspace.edit("", "", "", [&](Scene& scene) {
          set_score_kind(scene, score);
          set_normalizer_kind(scene, normalizer);
          if (takes(normalizer, "temperature")) scene.normalizer.temperature = T;
          scene.heads[0].width = 3e-7F;
        });
        expect_set(std::string(score.id) + " " + std::string(normalizer.id));
      }
    }
  }
}

TEST_F(Explains, EveryKindOfScoreAndNormalizer) {
  for (const auto& score : score_kinds()) {
    for (const auto& normalizer : normalizer_kinds()) {
      workspace.edit("", "", "", [&](Scene& scene) {
        set_score_kind(scene, score);
        set_normalizer_kind(scene, normalizer);
      });
      EXPECT_EQ(of(5, 3).steps.size(), takes(normalizer, "temperature") ? 4U : 3U);
      for (const ExplanationStep& step : of(5, 3).steps) {
        EXPECT_FALSE(step.result.tex.empty());
        EXPECT_FALSE(step.terms.empty()) << "no words for " << score.id << ", " << normalizer.id;
      }
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
      if (name == place + "scores") return &head.scores->edit();
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
      const Session session(s, "");
      const Workspace& workspace = session.workspace;
      const ExplanationStep one = explain(workspace.evaluation(), head, {5, 3}).steps[step];
      return n < one.terms.size() ? one.terms[n] : one.result;
    };
    const ExplanationTerm term = term_of(scene);
    EXPECT_FALSE(term.sources.empty()) << term.tex;
    for (const Source& source : term.sources) {
      if (source.name == "weights") {
        EXPECT_EQ(source.row, 5);
        EXPECT_LT(source.column.value_or(3), 6);
        continue;
      }
      bool follows = term.tex == "\\cdots";                // what it stands for, it says
      for (const float by : {0.37F, -2.9F, 3.7F, 3e4F}) {  // one may round, or tanh, to the same
        Scene changed = scene;
        ASSERT_TRUE(change(changed, source, by)) << source.name;
        follows = follows || term_of(changed).tex != term.tex;
      }
      EXPECT_TRUE(follows) << term.tex << " does not follow " << source.name;
    }
  }
};

TEST_F(ExplainsSources, OfEveryScoreChangeItsTerms) {
  for (const ScoreKind& kind : score_kinds()) {
    for (const Index head : {0, 1}) {
      SCOPED_TRACE(std::string(kind.id) + ", head " + std::to_string(head));
      Scene scene = weighted();
      set_score_kind(scene, kind);
      scene.score.scale = has_scale(kind) ? 0.75F : 1.F;
      const Session session(scene, "");
      const Workspace& workspace = session.workspace;
      const ExplanationStep score = explain(workspace.evaluation(), head, {5, 3}).steps[0];
      // The term of a score that is given says where it stands, its result the number.
      const std::size_t first = has_given_scores(scene.score) ? score.terms.size() : 0;
      for (std::size_t n = first; n <= score.terms.size(); ++n) expect_true(scene, head, 0, n);
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
  const Session session(example(), "");
  const Workspace& workspace = session.workspace;
  const ExplanationStep score = explain(workspace.evaluation(), 0, {5, 3}).steps[0];
  EXPECT_EQ(score.terms[1].sources, (std::vector<Source>{{"embeddings", 5, 1, Side::kQuery},
                                                         {"embeddings", 3, 1, Side::kKey}}));
}

TEST_F(ExplainsSources, OfTurnedVectorsAreBothNumbersOfAPair) {
  Scene scene = example();
  scene.embeddings = Cow(random_matrix(6, 4, 1));
  scene.position.kind = &position_kind("rope");
  const Session session(scene, "");
  const Workspace& workspace = session.workspace;
  const ExplanationStep score = explain(workspace.evaluation(), 0, {5, 3}).steps[0];
  EXPECT_EQ(score.terms[3].sources, (std::vector<Source>{{"embeddings", 5, 2, Side::kQuery},
                                                         {"embeddings", 5, 3, Side::kQuery},
                                                         {"embeddings", 3, 2, Side::kKey},
                                                         {"embeddings", 3, 3, Side::kKey}}));
}

TEST_F(Explains, WhatAKeyBringsToEachFeature) {
  Scene scene = example();
  Matrix wide = Matrix::Constant(6, 8, 0.5F);
  wide(3, 6) = -4;
  scene.values.emplace(wide);
  session.files.open(scene, "");
  const Explanation why = explain(workspace.evaluation(), 0, {5, 3}, 6);
  EXPECT_EQ(why.contributions.column, 6);
  const ExplanationStep& step = why.steps[3];
  EXPECT_EQ(step.terms[0].tex, R"(0.8775 \cdot \value{(-4)})");
  EXPECT_EQ(step.result.tex, "-3.449");
  EXPECT_EQ(step.terms[0].sources,
            (std::vector<Source>{{"values", 3, 6, Side::kKey}, {"weights", 5, 3, Side::kKey}}));
  EXPECT_EQ(explain(workspace.evaluation(), 0, {5, 3}).contributions.column, 6)
      << "what it moves most, where none is chosen";
}

}  // namespace
}  // namespace attn::explain_test
