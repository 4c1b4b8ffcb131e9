// Each example scene makes its point, in numbers.

#include <bit>
#include <string>

#include <gtest/gtest.h>

#include "app/document/edits/kernel_sample.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "assets/assets.h"
#include "engine/fast/evaluate.h"

namespace attn::examples_test {
namespace {

Scene example(const std::string& name) {
  return parse_scene(asset("assets/examples/" + name + ".attn.json"));
}

Index strongest(const Matrix& weights, Index query) {
  Index key = 0;
  weights.row(query).maxCoeff(&key);
  return key;
}

TEST(Examples, AllEvaluateAndSayWhatTheyAreFor) {
  int count = 0;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    SCOPED_TRACE(one.path);
    const Scene scene = parse_scene(one.bytes);
    EXPECT_NO_THROW(evaluate(scene));
    EXPECT_FALSE(scene.title.empty());
    EXPECT_FALSE(scene.notes.empty());
    const ViewState view = parse_view(scene.view);
    EXPECT_LT(view.head, static_cast<Index>(scene.heads.size()));
    if (view.selection) {
      EXPECT_LT(view.selection->query, scene.query_count());
      EXPECT_LT(view.selection->key, scene.key_count());
    }
    ++count;
  }
  EXPECT_GE(count, 5);
}

TEST(Examples, ItIsTheAnimal) {
  const Scene scene = example("08-it");
  const Trace trace = evaluate(scene);
  ASSERT_EQ(trace.heads.size(), 8U);
  ASSERT_EQ(scene.tokens[8], "it");
  ASSERT_EQ(scene.tokens[1], "animal");
  const Matrix& weights = trace.heads[5].weights;
  EXPECT_GT(weights(8, 1), 0.5F);
  EXPECT_LT(weights(8, 6), 0.05F) << "not the street";
  for (Index i = 0; i < 12; ++i) {
    if (i != 8) {
      EXPECT_EQ(strongest(weights, i), i) << "every other word looks at itself";
    }
  }
  EXPECT_EQ(strongest(trace.heads[7].weights, 11), 8) << "it is who is tired";
  // The animal's first feature goes to "it" by head 5.
  EXPECT_GT(trace.heads[5].output(8, 0), 0.5F);
}

TEST(Examples, FourHeadsHaveFourHabits) {
  const Scene scene = example("07-multi-head");
  const Trace trace = evaluate(scene);
  ASSERT_EQ(trace.heads.size(), 4U);
  const Index L = scene.key_count();
  for (Index i = 0; i < L; ++i) {
    if (i > 0) {
      EXPECT_GT(trace.heads[0].weights(i, i - 1), 0.9F) << "the word before";
    }
    float same = 0;
    for (Index j = 0; j < L; ++j) {
      const auto at = [&](Index n) { return scene.tokens[static_cast<std::size_t>(n)]; };
      if (at(i) == at(j)) same += trace.heads[1].weights(i, j);
      EXPECT_NEAR(trace.heads[3].weights(i, j), 1.F / 11, 0.05F) << "nothing in particular";
    }
    EXPECT_GT(same, 0.8F) << "the same word";
    EXPECT_GT(trace.heads[2].weights(i, 0), 0.8F) << "the first word";
  }
}

TEST(Examples, TranslationAlignsAcrossTheReordering) {
  const Scene scene = example("06-translation");
  const Matrix weights = evaluate(scene).heads[0].weights;
  const Index aligned[] = {0, 1, 2, 3, 6, 5, 4, 7, 7, 8};
  ASSERT_EQ(weights.rows(), 10);
  for (Index i = 0; i < 10; ++i) EXPECT_EQ(strongest(weights, i), aligned[i]) << i;
  EXPECT_GT(weights(4, 6), 0.7F) << "zone";
  EXPECT_GT(weights(6, 4), 0.7F) << "européenne";
  EXPECT_GT(weights(8, 8), 0.1F) << "été is of both";
}

TEST(Examples, KernelRegressionIsTheTextbooks) {
  const Scene scene = example("05-kernel-regression");
  Scene made;
  made.tokens = {"x"};
  const ViewOptions::Curve options = parse_view(scene.view).options.curve;
  EXPECT_TRUE(options.truth);
  make_kernel_scene(made, options.noise, options.seed);
  EXPECT_TRUE(same_computation(scene, made));
  EXPECT_EQ(scene.tokens, made.tokens);
}

TEST(Examples, BinaryPlacesScoreTheBitsThatTheyShare) {
  const Matrix scores = evaluate(example("45-binary-positions")).heads[0].scores;
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned j = 0; j < 8; ++j) {
      EXPECT_EQ(scores(i, j), static_cast<float>(std::popcount(i & j))) << i << ", " << j;
    }
  }
}

}  // namespace
}  // namespace attn::examples_test
