// Tests optional parts of a head besides its weights, one at a time.

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/shift.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/fast.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/same_trace.h"
#include "tests/support/case_seed.h"

namespace attn::head_parts_test {
namespace {

using namespace attn::test;

Mask mask_of(std::string_view kind) {
  Mask mask;
  mask.kind = &mask_kind(kind);
  return mask;
}

/// Self-attention of 7 tokens in two heads with weights, of dk 4 and dv 3.
Scene two_heads(unsigned seed) {
  Random random(seed);
  Scene scene = self_attention(7, 4, seed);
  scene.heads.resize(2);
  for (Head& head : scene.heads) {
    head.w_q = random.matrix(4, 4);
    head.w_k = random.matrix(4, 4);
    head.w_v = random.matrix(4, 3);
  }
  return scene;
}

Trace evaluate_checked(const Scene& scene) {
  const auto problem = check(scene);
  EXPECT_FALSE(problem) << problem->place << ": " << problem->text;
  return evaluate(scene);
}

void expect_same_heads(const Scene& a, const Scene& b) {
  const Trace found = evaluate_checked(a);
  const Trace expected = evaluate_checked(b);
  for (std::size_t h = 0; h < found.heads.size(); ++h) {
    SCOPED_TRACE(testing::Message() << "head " << h);
    EXPECT_TRUE(is_close(found.heads[h].q, expected.heads[h].q));
    EXPECT_TRUE(is_close(found.heads[h].k, expected.heads[h].k));
    EXPECT_TRUE(is_close(found.heads[h].scores, expected.heads[h].scores));
    EXPECT_TRUE(is_close(found.heads[h].weights, expected.heads[h].weights));
    EXPECT_TRUE(is_close(found.heads[h].output, expected.heads[h].output));
  }
}

TEST(HeadParts, ThatDoNothingChangeNothing) {
  Random random(case_seed());
  const Scene plain = two_heads(1);
  Scene idle = plain;
  Head& head = idle.heads[0];
  head.b_q = head.b_k = RowVector(RowVector::Zero(4));
  head.b_v = RowVector(RowVector::Zero(3));
  head.subtract = {random.matrix(4, 4), random.matrix(4, 4), 0};
  head.gain = 1;
  head.w_g = Matrix(Matrix::Zero(4, 3));
  head.b_g = RowVector(RowVector::Constant(3, 100));
  head.sink = -1e30f;
  head.w_f = RowVector(RowVector::Zero(4));
  head.b_f = 100;
  idle.combine.b_o = RowVector(RowVector::Zero(6));
  EXPECT_FALSE(is_fast(idle));
  expect_same_heads(idle, plain);
}

TEST(HeadParts, BiasesAreAddedAfterTheMatrixOrTheIdentity) {
  for (const bool has_matrices : {true, false}) {
    Random random(case_seed(has_matrices));
    Scene scene = self_attention(5, 4);
    Head& head = scene.heads[0];
    if (has_matrices) {
      for (const auto w : {&Head::w_q, &Head::w_k, &Head::w_v}) head.*w = random.matrix(4, 4);
    }
    const Trace plain = evaluate(scene);
    head.b_q = random.row(4);
    head.b_k = random.row(4);
    head.b_v = random.row(4);
    const HeadTrace found = evaluate_checked(scene).heads[0];
    EXPECT_TRUE(is_close(found.q, plain.heads[0].q.rowwise() + **head.b_q));
    EXPECT_TRUE(is_close(found.k, plain.heads[0].k.rowwise() + **head.b_k));
    EXPECT_TRUE(is_close(found.v, plain.heads[0].v.rowwise() + **head.b_v));
  }
}

TEST(HeadParts, NormsComeAfterBiasesAndBeforeGainsAndTurns) {
  for (const NormKind& norm : norm_kinds()) {
    if (norm.does_nothing) continue;
    SCOPED_TRACE(norm.id);
    Random random(case_seed(norm.id));
    Scene scene = two_heads(3);
    Head& head = scene.heads[0];
    head.b_q = random.row(4);
    const Matrix biased = evaluate(scene).heads[0].q;
    scene.score.norm = &norm;
    head.g_q = random.row(4);
    scene.position.kind = &position_kind("rope");
    WideMatrix expected = biased.cast<double>();
    norm.normalize(expected, scene.score.epsilon);
    expected.array().rowwise() *= (**head.g_q).cast<double>().array();
    scene.position.kind->rotate(scene.position, expected);
    EXPECT_TRUE(is_close(evaluate_checked(scene).heads[0].q, expected.cast<float>()));
  }
}

TEST(HeadParts, KeysOfAnotherHeadAreItsCopies) {
  Random random(case_seed());
  Scene grouped = two_heads(4);
  grouped.heads[0].b_k = random.row(4);
  grouped.heads[0].b_v = random.row(3);
  Scene copied = grouped;
  Head& copy = copied.heads[1];
  copy.w_k = copied.heads[0].w_k;
  copy.w_v = copied.heads[0].w_v;
  copy.b_k = copied.heads[0].b_k;
  copy.b_v = copied.heads[0].b_v;
  grouped.heads[1].keys_of = 0;
  grouped.heads[1].w_k.reset();
  grouped.heads[1].w_v.reset();
  expect_same_heads(grouped, copied);
}

TEST(HeadParts, ASinkIsOneMoreKeyWithoutAValue) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (!kind.sums_to_one()) continue;
    for (const float T : {0.0f, 0.5f, 1.0f, INFINITY}) {
      SCOPED_TRACE(testing::Message() << kind.id << " T " << T);
      Scene scene = two_heads(5);
      scene.normalizer = {&kind, T};
      scene.normalizer.k = 3;
      scene.masks = {mask_of("causal")};
      scene.heads[0].sink = 0.3f;
      const HeadTrace head = evaluate_checked(scene).heads[0];
      Matrix wider(7, 8);
      wider << head.scores, Matrix::Constant(7, 1, 0.3f);
      EXPECT_LE(distance(head.weights, normalize(scene.normalizer, wider).leftCols(7)), 1e-6f);
    }
  }
}

TEST(HeadParts, AQueryThatSeesNoKeyGivesNothingToTheSinkEither) {
  Scene scene = self_attention(2, 2);
  scene.heads[0].sink = 1;
  Mask mask = mask_of("custom");
  mask.allowed = BoolMatrix(BoolMatrix::Constant(2, 2, false));
  scene.masks = {mask};
  const Trace trace = evaluate_checked(scene);
  EXPECT_EQ(trace.heads[0].weights, Matrix::Zero(2, 2));
  EXPECT_EQ(trace.warnings.size(), 2u);
}

TEST(HeadParts, WhatIsSubtractedIsMadeAsTheHeadIs) {
  // With equal matrices the difference is the head itself: (1 − λ) remains.
  Scene scene = two_heads(6);
  scene.masks = {mask_of("causal")};
  scene.bias = Random(case_seed()).matrix(7, 7);
  scene.score.cap = 2;
  scene.score.norm = &norm_kind("rms");
  scene.position.kind = &position_kind("rope");
  const Matrix plain = evaluate_checked(scene).heads[0].weights;
  const Head& head = scene.heads[0];
  scene.heads[0].subtract = {*head.w_q, *head.w_k, 0.25f};
  EXPECT_TRUE(is_close(evaluate_checked(scene).heads[0].weights, 0.75f * plain));
}

TEST(HeadParts, WithoutDecayForgettingIsARelativeTerm) {
  // Equal gates: each step costs the same, as with ALiBi behind the query.
  Scene scene = two_heads(7);
  scene.masks = {mask_of("causal")};
  Scene alibi = scene;
  alibi.position.kind = &position_kind("alibi");
  const auto cost = static_cast<float>(std::log1p(std::exp(-0.7)));
  alibi.position.slopes = RowVector(RowVector::Constant(2, cost));
  for (Head& head : scene.heads) {
    head.w_f = RowVector(RowVector::Zero(4));
    head.b_f = 0.7f;
  }
  expect_same_heads(scene, alibi);
}

TEST(HeadParts, KeysAfterTheQueryAreNotForgotten) {
  Scene scene = two_heads(8);
  const Matrix plain = evaluate(scene).heads[0].scores;
  scene.heads[0].w_f = Random(case_seed()).row(4);
  const Matrix scores = evaluate_checked(scene).heads[0].scores;
  for (Index i = 0; i < 7; ++i) {
    const Index after = 7 - i;
    EXPECT_TRUE(is_close(scores.row(i).tail(after), plain.row(i).tail(after))) << i;
    for (Index j = 0; j < i; ++j) EXPECT_LE(scores(i, j), plain(i, j)) << i << " " << j;
    if (i == 0) continue;
    EXPECT_LT(scores(i, 0), plain(i, 0)) << "forgotten since the first";
  }
}

TEST(HeadParts, LinearAttentionIsItsRunningSum) {
  // S += φ(k)ᵀ v, z += φ(k), o = φ(q) S / φ(q) z, both fading by γ. Katharopoulos et al. 2020,
  // algorithm 1; Sun et al. 2023, eq. 6.
  for (const std::optional<float> decay : {std::optional<float>(), std::optional(0.8f)}) {
    Scene scene = two_heads(9);
    scene.score.kind = &score_kind("elu");
    scene.normalizer.kind = &normalizer_kind("sum");
    scene.masks = {mask_of("causal")};
    scene.heads[0].decay = decay;
    const HeadTrace head = evaluate_checked(scene).heads[0];
    const auto feature = [](double x) { return x > 0 ? x + 1 : std::exp(x); };
    const WideMatrix q = head.q.cast<double>().unaryExpr(feature);
    const WideMatrix k = head.k.cast<double>().unaryExpr(feature);
    WideMatrix S = WideMatrix::Zero(4, 3);
    WideRow z = WideRow::Zero(4);
    for (Index i = 0; i < 7; ++i) {
      const double fading = decay.value_or(1.0f);
      S = fading * S + k.row(i).transpose() * head.v.row(i).cast<double>();
      z = fading * z + k.row(i);
      const Matrix expected = (q.row(i) * S / q.row(i).dot(z)).cast<float>();
      EXPECT_TRUE(is_close(head.output.row(i), expected));
    }
  }
}

TEST(HeadParts, ADecayOfOneIsNone) {
  Scene plain = two_heads(10);
  plain.score.kind = &score_kind("elu");
  plain.normalizer.kind = &normalizer_kind("sum");
  Scene decay = plain;
  decay.heads[0].decay = 1;
  expect_same_heads(decay, plain);
}

TEST(HeadParts, GatesAndGainsMultiplyOutputs) {
  Random random(case_seed());
  Scene scene = two_heads(11);
  const Trace plain = evaluate(scene);
  Head& head = scene.heads[0];
  head.w_g = random.matrix(4, 3);
  head.b_g = random.row(3);
  head.gain = -2;
  scene.heads[1].gain = 0;
  const Trace found = evaluate_checked(scene);
  const Matrix gates = (*scene.embeddings * **head.w_g).rowwise() + **head.b_g;
  const Matrix open = (1 / (1 + (-gates.array()).exp())).matrix();
  EXPECT_TRUE(is_close(found.heads[0].output, -2 * plain.heads[0].output.cwiseProduct(open)));
  EXPECT_EQ(found.heads[0].weights, evaluate_plainly(two_heads(11)).heads[0].weights);
  EXPECT_EQ(found.heads[1].output, Matrix::Zero(7, 3));
}

TEST(HeadParts, ACapIsOnTheScoreAlone) {
  Scene scene = two_heads(12);
  const Matrix plain = evaluate(scene).heads[0].scores;
  scene.score.cap = 0.5f;
  scene.bias = Matrix(Matrix::Constant(7, 7, 3));
  const HeadTrace head = evaluate_checked(scene).heads[0];
  const Matrix capped = (0.5f * (plain.array() / 0.5f).tanh()).matrix();
  EXPECT_TRUE(is_close(head.raw, capped));
  EXPECT_TRUE(is_close(head.scores, (capped.array() + 3).matrix()));
}

TEST(HeadParts, ABendMayBeLeaky) {
  Scene scene = two_heads(13);
  scene.score.kind = &score_kind("additive");
  scene.score.bend = Bend::kLeakyRelu;
  const HeadTrace head = evaluate_checked(scene).heads[0];
  for (Index i = 0; i < 7; ++i) {
    for (Index j = 0; j < 7; ++j) {
      const Eigen::ArrayXf sum = (head.q.row(i) + head.k.row(j)).transpose().array();
      EXPECT_NEAR(head.scores(i, j), sum.max(0.2f * sum).sum(), 1e-5);
    }
  }
}

TEST(HeadParts, ConcatMayAddABias) {
  Scene scene = two_heads(14);
  for (const bool has_w_o : {false, true}) {
    Random random(case_seed(has_w_o));
    scene.combine = {};
    if (has_w_o) scene.combine.w_o = random.matrix(6, 5);
    const Matrix plain = *evaluate(scene).output;
    scene.combine.b_o = random.row(plain.cols());
    EXPECT_TRUE(is_close(*evaluate_checked(scene).output, plain.rowwise() + **scene.combine.b_o));
  }
}

Scene given_scores() {
  Scene scene;
  scene.tokens = names(3);
  scene.embeddings = Matrix(3, 0);
  scene.queries = Queries{names(2, "q"), Matrix(2, 0)};
  scene.score.kind = &score_kind("given");
  scene.heads[0].scores = matrix({{1, kMasked, 2}, {kMasked, 3, kMasked}});
  return scene;
}

TEST(GivenScores, NeedNothingElse) {
  const Scene scene = given_scores();
  const Trace trace = evaluate_checked(scene);
  const HeadTrace& head = trace.heads[0];
  EXPECT_EQ(head.scores, **scene.heads[0].scores);
  EXPECT_NEAR(head.weights(0, 2) / head.weights(0, 0), std::exp(1.0), 1e-5);
  EXPECT_EQ(head.weights.row(1), matrix({{0, 1, 0}}));
  EXPECT_EQ(head.q.cols(), 0);
  EXPECT_EQ(head.v.rows(), 3);
  EXPECT_EQ(head.v.cols(), 0);
  EXPECT_EQ(head.output.rows(), 2);
  EXPECT_EQ(head.output.cols(), 0);
  EXPECT_FALSE(trace.output);
  EXPECT_TRUE(trace.warnings.empty());
}

TEST(GivenScores, MayHaveValuesMasksAndTerms) {
  Scene scene = given_scores();
  scene.values = matrix({{1}, {2}, {4}});
  Mask mask = mask_of("padding");
  mask.valid = std::vector<bool>{true, false, true};
  scene.masks = {mask};
  scene.bias = Matrix(Matrix::Constant(2, 3, 0.5f));
  const Trace trace = evaluate_checked(scene);
  EXPECT_EQ(trace.heads[0].scores, matrix({{1.5f, kMasked, 2.5f}, {kMasked, kMasked, kMasked}}));
  EXPECT_NEAR((*trace.output)(0, 0), 1 + 3 / (1 + std::exp(-1.0)), 1e-5);
  EXPECT_EQ((*trace.output)(1, 0), 0);
  EXPECT_EQ(trace.warnings.size(), 1u);
}

TEST(MaskParts, PrefixesAndWindowsAndStridesMeetTheSimplerMasks) {
  const auto seen = [](const Mask& mask) {
    Scene scene = cross_attention(6, 8, 2, 2);
    scene.masks = {mask};
    return visible_keys(scene);
  };
  EXPECT_EQ(seen(mask_of("prefix")), seen(mask_of("causal")));
  EXPECT_EQ(seen(mask_of("strided")), seen(mask_of("causal")));
  Mask all = mask_of("prefix");
  all.length = 8;
  EXPECT_TRUE(seen(all).all());
  Mask none = mask_of("window");
  none.sinks = std::numeric_limits<int>::max();
  EXPECT_TRUE(seen(none).all());
  Mask far = mask_of("window");
  far.radius = far.dilation = std::numeric_limits<int>::max();
  EXPECT_EQ(seen(far), BoolMatrix(BoolMatrix::Identity(6, 8)));
}

}  // namespace
}  // namespace attn::head_parts_test
