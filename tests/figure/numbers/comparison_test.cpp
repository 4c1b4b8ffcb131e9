#include "app/figure/numbers/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "assets/assets.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/paths.h"
#include "tests/support/random.h"

namespace attn::comparison_test {
namespace {

using Panel = ViewOptions::Compare::Panel;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(Comparison, IsTheEnginesResultForEachPairOfKinds) {
  Scene scene = test::masked_child();
  scene.normalizer.temperature = 0.5F;
  const auto made = compare(evaluated(scene), {{"dot", "softmax"}, {"gaussian", "sparsemax"}});
  ASSERT_EQ(made->size(), 2U);
  EXPECT_EQ((*made)[0].evaluation->trace.heads[0].weights, evaluate(scene).heads[0].weights);
  Scene other = scene;
  other.score.kind = &score_kind("gaussian");
  other.normalizer.kind = &normalizer_kind("sparsemax");
  EXPECT_EQ((*made)[1].evaluation->trace.heads[0].weights, evaluate(other).heads[0].weights);
  EXPECT_EQ((*made)[1].evaluation->trace.heads[0].scores, evaluate(other).heads[0].scores);
}

TEST(Comparison, IsMadeAnewOnlyWhenItsInputsChange) {
  const auto first = evaluated(test::first_example());
  const std::vector<Panel> kinds = {{"dot", "softmax"}, {"scaled_dot", "softmax"}};
  const auto made = compare(first, kinds);
  EXPECT_EQ(compare(first, kinds), made);
  EXPECT_NE(compare(first, {{"dot", "softmax"}, {"cosine", "softmax"}}), made);
  EXPECT_EQ(compare(evaluated(test::first_example()), kinds), compare(first, kinds));
  Scene warmer = test::first_example();
  warmer.normalizer.temperature = 2;
  EXPECT_NE(compare(evaluated(warmer), kinds), compare(first, kinds));
}

TEST(Comparison, TheDifferenceIsTheSecondLessTheFirst) {
  const auto made = compare(evaluated(test::masked_child()), {{"dot", "softmax"}, {"dot", "relu"}});
  const auto difference = weight_difference(made, 0);
  ASSERT_TRUE(difference);
  const HeadTrace& a = (*made)[0].evaluation->trace.heads[0];
  const HeadTrace& b = (*made)[1].evaluation->trace.heads[0];
  for (Index i = 0; i < a.weights.rows(); ++i) {
    for (Index j = 0; j < a.weights.cols(); ++j) {
      const float expected =
          a.scores(i, j) == kMasked ? kMasked : b.weights(i, j) - a.weights(i, j);
      EXPECT_EQ((*difference)(i, j), expected);
    }
  }
  EXPECT_EQ(weight_difference(made, 0), difference) << "it is kept";
  EXPECT_FALSE(weight_difference(
      compare(evaluated(test::first_example()), {{"dot", "softmax"}, {"dot", "no such"}}), 0));
}

TEST(Comparison, SumsUpAChange) {
  Matrix change(3, 2);
  change << 0.25F, -0.25F, -0.5F, 0.5F, kMasked, kMasked;
  const ChangeSummary summary = summary_of_change(change);
  EXPECT_DOUBLE_EQ(summary.rise, 0.5);
  EXPECT_DOUBLE_EQ(summary.fall, 0.5);
  EXPECT_DOUBLE_EQ(summary.moved, (0.25 + 0.5) / 2) << "of the rows that see a key";
  EXPECT_EQ(summary_of_change(Matrix::Constant(1, 1, kMasked)).moved, 0);
}

TEST(Comparison, SaysWhyAKindCanNotBeHad) {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = Matrix(Matrix::Identity(2, 2));
  scene.queries = Queries{{"q"}, Matrix(Matrix::Ones(1, 3))};
  scene.heads[0].w_a = Cow<Matrix>(Matrix(Matrix::Ones(3, 2)));
  scene.score.kind = &score_kind("general");
  const auto made =
      compare(evaluated(scene),
              {{"general", "softmax"}, {"dot", "softmax"}, {"odd", "softmax"}, {"general", "odd"}});
  EXPECT_NE((*made)[0].evaluation, nullptr);
  EXPECT_NE((*made)[1].evaluation, nullptr) << "w_q takes w_a in: " << (*made)[1].problem;
  EXPECT_EQ((*made)[2].evaluation, nullptr);
  EXPECT_EQ((*made)[2].problem, "there is no odd");
  EXPECT_EQ((*made)[3].problem, "there is no odd");
}

TEST(Comparison, ASettingIsTheSceneWithItsKindsAndThenItsChanges) {
  const Scene scene = test::masked_child();
  const auto open = evaluated(scene);
  const auto made = compare(open, {{"", ""},
                                   {"", "", "with a sink", {{"/heads/0/sink", "0.5"}}},
                                   {"cosine", "", "", {{"/masks", "null"}}},
                                   {"", "sparsemax", "sparse", {}}});
  EXPECT_EQ((*made)[0].evaluation, open);
  Scene with_sink = scene;
  with_sink.heads[0].sink = 0.5F;
  EXPECT_EQ((*made)[1].evaluation->trace.heads[0].weights, evaluate(with_sink).heads[0].weights);
  Scene cosine = scene;
  cosine.score.kind = &score_kind("cosine");
  cosine.masks.clear();
  EXPECT_EQ((*made)[2].evaluation->trace.heads[0].weights, evaluate(cosine).heads[0].weights);
  EXPECT_EQ((*made)[2].score_label(), score_kind("cosine").label);
  Scene sparse = scene;
  sparse.normalizer.kind = &normalizer_kind("sparsemax");
  EXPECT_EQ((*made)[3].evaluation->trace.heads[0].weights, evaluate(sparse).heads[0].weights);
  EXPECT_EQ((*made)[3].normalizer_label(), normalizer_kind("sparsemax").label);
  EXPECT_EQ(name_of((*made)[0].panel), "as it is");
  EXPECT_EQ(name_of((*made)[1].panel), "with a sink");
  EXPECT_EQ(name_of((*made)[2].panel), "masks none");
  EXPECT_EQ(name_of({"dot", "softmax"}), "dot, softmax");
}

TEST(Comparison, ASettingThatCanNotBeHadNamesThePlaceAndTheOthersStay) {
  const auto open = evaluated(test::first_example());
  const auto made = compare(open, {{"", "", "none such", {{"/heads/0/sunk", "0"}}},
                                   {"", "", "others", {{"/tokens/0", "\"A\""}}},
                                   {"", "relu", "", {{"/heads/0/sink", "1"}}},
                                   {"", ""}});
  EXPECT_TRUE((*made)[0].problem.starts_with("/heads/0/sunk: ")) << (*made)[0].problem;
  EXPECT_EQ((*made)[1].problem, "/tokens: a setting can't change the tokens");
  EXPECT_TRUE((*made)[2].problem.starts_with("/heads/0/sink: ")) << (*made)[2].problem;
  EXPECT_EQ((*made)[3].evaluation, open);
}

TEST(Comparison, OfGivenScoresHasAnotherNormalizer) {
  for (const char* name : {"given-scores-alone", "given-scores"}) {
    const Scene scene = read_scene(test::data_path("golden2/" + std::string(name) + ".attn.json"));
    for (const char* chosen : {"", "sparsemax", "softmax", "relu"}) {
      ViewOptions options;
      if (*chosen) options.compare.panels = {{"given", chosen}};
      const auto kinds = compared_kinds(scene, options);
      ASSERT_EQ(kinds.size(), 2U);
      EXPECT_NE(kinds[0].normalizer, kinds[1].normalizer);
      const auto made = compare(evaluated(scene), kinds);
      EXPECT_TRUE((*made)[1].evaluation) << (*made)[1].problem;
    }
  }
}

TEST(Comparison, HasTwoToFourPanels) {
  Scene scene = test::first_example();
  ViewOptions options;
  EXPECT_EQ(compared_kinds(scene, options),
            (std::vector<Panel>{{"dot", "softmax"}, {"scaled_dot", "softmax"}}));
  scene.score.kind = &score_kind("scaled_dot");
  EXPECT_EQ(compared_kinds(scene, options)[1].score, "dot");
  const Panel setting{"", "", "with a sink", {{"/heads/0/sink", "0"}}};
  options.compare.panels = {setting};
  EXPECT_EQ(compared_kinds(scene, options), (std::vector<Panel>{{}, setting}));
  options.compare.panels = {{}};
  EXPECT_EQ(compared_kinds(scene, options), (std::vector<Panel>{{}, {"dot", "softmax"}}));
  options.compare.panels.assign(9, {"dot", "softmax"});
  EXPECT_EQ(compared_kinds(scene, options).size(), kMostCompared);
  options.compare.panels.resize(1);
  EXPECT_EQ(compared_kinds(scene, options).size(), kFewestCompared);
}

TEST(Comparison, SummarizesTheRowsThatSee) {
  Matrix weights(3, 4);
  weights << 0.25F, 0.25F, 0.25F, 0.25F, 0, 1, 0, 0, 0, 0, 0, 0;
  const WeightSummary summary = summary_of(weights);
  EXPECT_NEAR(summary.entropy, std::log(4) / 2, 1e-7);
  EXPECT_NEAR(summary.keys, (4 + 1) / 2.0, 1e-6);
  EXPECT_EQ(summary.largest, 1);
  EXPECT_EQ(summary_of(Matrix::Zero(2, 2)).keys, 0);
}

// Compares the settings named in the examples' notes with the scenes.
TEST(Comparison, OfExamplesSaysWhatTheirNotesSay) {
  const auto compared = [](const std::string& name) {
    const Scene scene = parse_scene(asset("assets/examples/" + name + ".attn.json"));
    const auto made = compare(evaluated(scene), parse_view(scene.view).options.compare.panels);
    std::vector<Matrix> weights;
    for (const Compared& one : *made) {
      EXPECT_NE(one.evaluation, nullptr) << name << ": " << one.problem;
      weights.push_back(one.evaluation->trace.heads[0].weights);
    }
    return weights;
  };
  const auto sinks = compared("81-sinks-and-windows");
  ASSERT_EQ(sinks.size(), 4U);
  EXPECT_NEAR(sinks[0](11, 0), 0.54F, 0.005F);
  EXPECT_NEAR(sinks[1](8, 7), 0.25F, 1e-5F) << "to neighbours who are not meant";
  EXPECT_NEAR(1 - sinks[2].row(11).sum(), sinks[0](11, 0), 0.01F) << "the same share";
  EXPECT_NEAR(sinks[3](8, 3), 0.95F, 0.005F) << "Ishmael";
  const auto tamed = compared("82-cap-and-norm");
  ASSERT_EQ(tamed.size(), 3U);
  EXPECT_GT(tamed[0](5, 3), 0.999F);
  EXPECT_NEAR(tamed[1](5, 3), 0.36F, 0.005F);
  EXPECT_NEAR(tamed[2](5, 3), 0.17F, 0.005F);
  const auto stretched = compared("83-long-contexts");
  ASSERT_EQ(stretched.size(), 4U);
  const auto to_itself = [&](std::size_t n) { return stretched[n](31, 30) / stretched[n](31, 31); };
  EXPECT_GT(to_itself(1), to_itself(0)) << "linear: neighbours grow alike";
  EXPECT_GT(to_itself(1), to_itself(2));
  EXPECT_GT(to_itself(1), to_itself(3));
}

// Why attention divides by √d: without it, softmax of many features is nearly hard.
TEST(Comparison, ScaledDotStaysSoftWhereTheDotProductSaturates) {
  Scene scene = test::first_example();
  scene.embeddings = test::Random(test::case_seed("keys")).matrix(6, 64);
  scene.queries = Queries{{"p", "q"}, test::Random(test::case_seed("queries")).matrix(2, 64)};
  const auto made = compare(evaluated(scene), {{"dot", "softmax"}, {"scaled_dot", "softmax"}});
  const auto summary = [&](std::size_t n) {
    return summary_of((*made)[n].evaluation->trace.heads[0].weights);
  };
  EXPECT_GT(summary(1).keys, 1.5 * summary(0).keys);
}

TEST(Comparison, SaysWhatANormalizerIsOver) {
  Normalizer normalizer;
  EXPECT_EQ(label_with_over(normalizer), "Softmax");
  normalizer.over = Over::kQueries;
  EXPECT_EQ(label_with_over(normalizer), "Softmax, over queries");
  normalizer.over = Over::kQueriesThenKeys;
  EXPECT_EQ(label_with_over(normalizer), "Softmax, over queries, then keys");
}

}  // namespace
}  // namespace attn::comparison_test
