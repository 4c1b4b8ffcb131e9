#include "app/figure/numbers/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
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

TEST(Comparison, HasTwoToFourPanels) {
  Scene scene = test::first_example();
  ViewOptions options;
  EXPECT_EQ(compared_kinds(scene, options),
            (std::vector<Panel>{{"dot", "softmax"}, {"scaled_dot", "softmax"}}));
  scene.score.kind = &score_kind("scaled_dot");
  EXPECT_EQ(compared_kinds(scene, options)[1].score, "dot");
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

}  // namespace
}  // namespace attn::comparison_test
