// Each example scene makes its point, in numbers.

#include <bit>
#include <cmath>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include "app/document/edits/kernel_sample.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "assets/assets.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
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

void expect_row(const Matrix& matrix, Index row, std::initializer_list<float> numbers,
                float by = 0.005F) {
  ASSERT_EQ(matrix.cols(), static_cast<Index>(numbers.size()));
  Index j = 0;
  for (const float number : numbers) EXPECT_NEAR(matrix(row, j++), number, by) << j - 1;
}

TEST(Examples, GroupedQueriesShareKeysAndAskTheirOwn) {
  const Scene scene = example("80-grouped-queries");
  const Trace trace = evaluate(scene);
  ASSERT_EQ(trace.heads.size(), 4U);
  EXPECT_EQ(scene.heads[1].keys_of, 0);
  EXPECT_EQ(scene.heads[3].keys_of, 2);
  EXPECT_EQ(trace.heads[0].k.cols() + trace.heads[0].v.cols(), 8);
  EXPECT_EQ(scene.key_count() * 2 * 8, 144) << "kept with two sets of keys and values";
  for (Index i = 1; i < scene.key_count(); ++i) {
    EXPECT_GT(trace.heads[2].weights(i, i - 1), 0.9F) << "the word before " << i;
    EXPECT_GT(trace.heads[3].weights(i, 0), 0.9F) << "the first word of " << i;
  }
  // "ran" asks for itself, and for the animals.
  EXPECT_GT(trace.heads[0].weights(8, 8), 0.9F);
  const Matrix& animals = trace.heads[1].weights;
  EXPECT_GT(animals(8, 1) + animals(8, 4) + animals(8, 7), 0.9F);
  // A query for the same word finds two keys.
  EXPECT_NEAR(trace.heads[0].weights(6, 0), trace.heads[0].weights(6, 6), 1e-4F);
}

TEST(Examples, AStreamForgetsTheNameAndKeepsTheSink) {
  Scene scene = example("81-sinks-and-windows");
  const Index i = 8, sea = 11, name = 3;
  Matrix weights = evaluate(scene).heads[0].weights;
  EXPECT_NEAR(weights(sea, 0), 0.54F, 0.005F);
  EXPECT_EQ(weights(i, name), 0);
  scene.masks[1].sinks = 0;
  weights = evaluate(scene).heads[0].weights;
  for (Index j = 5; j <= i; ++j) EXPECT_NEAR(weights(i, j), 0.25F, 1e-5F);
  // A sink of the head's own takes the share that <s> took.
  scene.heads[0].sink = 4.F;
  EXPECT_NEAR(1 - evaluate(scene).heads[0].weights.row(sea).sum(), 0.545F, 0.005F);
  scene.heads[0].sink.reset();
  scene.masks.pop_back();
  EXPECT_NEAR(evaluate(scene).heads[0].weights(i, name), 0.95F, 0.005F);
}

TEST(Examples, ACapOrANormTamesTheLoudWord) {
  Scene scene = example("82-cap-and-norm");
  const Index flute = 5, loud = 3;
  HeadTrace head = evaluate(scene).heads[0];
  EXPECT_NEAR(head.scores(flute, loud), 3.F, 0.005F);
  EXPECT_NEAR(head.weights(flute, loud), 0.36F, 0.005F);
  scene.score.cap.reset();
  head = evaluate(scene).heads[0];
  EXPECT_NEAR(head.scores(flute, loud), 28.3F, 0.05F);
  EXPECT_GT(head.weights(flute, loud), 0.999F);
  for (Index i = 0; i < scene.query_count(); ++i) EXPECT_EQ(strongest(head.weights, i), loud);
  scene.score.norm = &norm_kind("rms");
  head = evaluate(scene).heads[0];
  EXPECT_NEAR(head.scores(flute, loud), 1.26F, 0.006F);
  EXPECT_NEAR(head.weights(flute, loud), 0.17F, 0.005F);
  EXPECT_NEAR(head.weights(flute, flute), 0.20F, 0.005F);
}

TEST(Examples, RopeStretchedKeepsNeighboursApartOrNot) {
  Scene scene = example("83-long-contexts");
  const auto neighbour = [&] { return evaluate(scene).heads[0].scores(31, 30); };
  EXPECT_NEAR(neighbour(), 3.53F, 0.005F) << "llama3";
  const auto scaled = [&](const char* kind) {
    std::string text(asset("assets/examples/83-long-contexts.attn.json"));
    const auto from = text.find("\"scaling\": {"), to = text.find('}', from);
    const std::string with =
        *kind ? R"("scaling": {"kind": ")" + std::string(kind) + R"(", "factor": 4})"
              : R"("layout": "pairs")";
    return text.replace(from, to - from + 1, with);
  };
  scene = parse_scene(scaled("linear"));
  EXPECT_NEAR(neighbour(), 3.97F, 0.005F);
  scene = parse_scene(scaled("ntk"));
  EXPECT_NEAR(neighbour(), 3.52F, 0.005F);
  scene = parse_scene(scaled(""));
  EXPECT_NEAR(neighbour(), 3.49F, 0.005F) << "as it was learnt";
}

TEST(Examples, SoftmaxSharesOutWhereSigmoidAndReluCount) {
  Scene scene = example("84-softmax-sigmoid-relu");
  expect_row(evaluate(scene).heads[0].weights, 0, {0.92F, 0.92F, 0.92F, 0.03F, 0.03F});
  const auto outputs = [&] { return Matrix(evaluate(scene).output->transpose()); };
  expect_row(outputs(), 0, {2.80F, 1.91F, 0.13F});
  scene.normalizer.kind = &normalizer_kind("relu");
  expect_row(outputs(), 0, {2.4F, 1.6F, 0}, 1e-5F);
  scene.normalizer.kind = &normalizer_kind("softmax");
  expect_row(evaluate(scene).heads[0].weights, 0, {0.333F, 0.333F, 0.333F, 0.001F, 0.001F});
  expect_row(evaluate(scene).heads[0].weights, 2, {0.2F, 0.2F, 0.2F, 0.2F, 0.2F}, 1e-5F);
}

TEST(Examples, LinearAttentionIsARunningSum) {
  const Scene scene = example("85-linear-attention");
  const Trace trace = evaluate(scene);
  const auto features = [&](Index i) -> RowVector { return scene.embeddings->row(i).array() + 1; };
  RowVector of_values = RowVector::Zero(2), of_keys = RowVector::Zero(2);
  for (Index i = 0; i < scene.key_count(); ++i) {
    const float value = (*scene.values)->coeff(i, 0);
    of_values += features(i) * value;
    of_keys += features(i);
    EXPECT_NEAR((*trace.output)(i, 0), features(i).dot(of_values) / features(i).dot(of_keys),
                1e-5F);
    if (i == 2) {
      EXPECT_EQ(of_values, (RowVector(2) << 14, 8).finished());
      EXPECT_EQ(of_keys, (RowVector(2) << 5, 4).finished());
      EXPECT_NEAR((*trace.output)(i, 0), 30.F / 13, 1e-5F);
    }
  }
}

TEST(Examples, DifferentialAttentionCancelsTheNoise) {
  Scene scene = example("86-differential");
  const Trace trace = evaluate(scene);
  const Index where = 7, drawer = 6, key = 2;
  EXPECT_NEAR(trace.heads[0].weights(where, drawer), 0.60F, 0.006F);
  EXPECT_NEAR(trace.heads[1].weights(where, drawer), 0.56F, 0.005F);
  EXPECT_NEAR(trace.heads[1].weights.row(where).sum(), 0.6F, 1e-5F);
  for (Index j = 0; j < scene.key_count(); ++j) {
    if (j == drawer || j == key) continue;
    EXPECT_LT(std::abs(trace.heads[1].weights(where, j)), 0.01F);
  }
  scene.heads[1].subtract->lambda = 0.8F;
  const Matrix weights = evaluate(scene).heads[1].weights;
  for (Index j = 0; j < scene.key_count(); ++j) {
    if (j == drawer) continue;
    EXPECT_LT(weights(where, j), 0) << j;
  }
}

TEST(Examples, SlotsCompeteForKeys) {
  Scene scene = example("87-slots");
  const Trace trace = evaluate(scene);
  EXPECT_NEAR(trace.heads[0].weights(2, 4), 0.35F, 0.005F);
  EXPECT_NEAR(trace.heads[0].weights(2, 5), 0.43F, 0.005F);
  expect_row(*trace.output, 0, {2.31F, 0.87F});
  expect_row(*trace.output, 1, {0.32F, 1.60F});
  expect_row(*trace.output, 2, {-1.10F, 1.03F});
  scene.normalizer.over = Over::kKeys;
  expect_row(evaluate(scene).heads[0].weights, 2, {0.20F, 0.215F, 0.235F, 0.235F, 0.07F, 0.05F});
}

TEST(Examples, T5CountsWhatIsNear) {
  const Trace trace = evaluate(example("88-t5-buckets"));
  const Index each = 14;
  const float by_distance[] = {4, 3, 2, 1, 0, 0, -1, -1, -2, -2, -2, -2, -3, -3, -3};
  for (Index d = 0; d <= each; ++d) {
    EXPECT_EQ(trace.heads[0].scores(each, each - d), by_distance[d]) << d;
  }
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(trace.heads[1].weights(each, j), 0.20F, 0.005F);
  EXPECT_NEAR(trace.heads[1].weights(each, each - 1), 0.004F, 0.0005F);
}

}  // namespace
}  // namespace attn::examples_test
