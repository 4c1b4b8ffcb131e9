#include "engine/attention/scene.h"

#include <functional>

#include <gtest/gtest.h>

#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"

namespace attn::scene_test {
namespace {

using namespace attn::test;

TEST(Cow, CopiesWhenWritten) {
  Cow<Matrix> a(matrix({{1, 2}}));
  Cow<Matrix> b = a;
  EXPECT_TRUE(a.is_same(b));
  b.edit()(0, 0) = 5;
  EXPECT_FALSE(a.is_same(b));
  EXPECT_EQ((*a)(0, 0), 1);
  EXPECT_NE(a, b);
  const float* data = b->data();
  b.edit()(0, 1) = 6;
  EXPECT_EQ(b->data(), data);
}

TEST(Cow, ComparesShapesFirst) {
  EXPECT_NE(Cow<Matrix>(matrix({{1, 2}})), Cow<Matrix>(matrix({{1}, {2}})));
  EXPECT_EQ(Cow<Matrix>(matrix({{1, 2}})), Cow<Matrix>(matrix({{1, 2}})));
}

TEST(SameComputation, DoesNotLookAtWordsAndView) {
  Scene a = cross_attention(2, 3, 4, 4);
  Scene b = a;
  b.title = "other";
  b.notes = "other";
  b.tokens[0] = "other";
  b.queries->tokens[1] = "other";
  b.view = "{\"tab\":1}";
  EXPECT_NE(a, b);
  EXPECT_TRUE(same_computation(a, b));
}

TEST(SameComputation, LooksAtAllElse) {
  const Scene scene = cross_attention(3, 3, 4, 4);
  const std::vector<std::function<void(Scene&)>> changes{
      [](Scene& s) { s.tokens.pop_back(); },
      [](Scene& s) { s.embeddings.edit()(0, 0) += 1; },
      [](Scene& s) { s.queries.reset(); },
      [](Scene& s) { s.queries->embeddings.edit()(0, 0) += 1; },
      [](Scene& s) { s.queries->tokens.pop_back(); },
      [](Scene& s) { s.values = *s.embeddings; },
      [](Scene& s) { s.position.scale = 2; },
      [](Scene& s) { s.heads.emplace_back(); },
      [](Scene& s) { s.heads[0].width = 1; },
      [](Scene& s) { s.score.scale = 2; },
      [](Scene& s) { s.bias = Matrix(Matrix::Zero(3, 3)); },
      [](Scene& s) { s.masks.emplace_back(); },
      [](Scene& s) { s.normalizer.temperature = 2; },
      [](Scene& s) { s.combine.kind = &combine_kind("mean"); },
      [](Scene& s) { s.heads[0].b_q = RowVector(RowVector::Zero(4)); },
      [](Scene& s) { s.heads[0].g_k = RowVector(RowVector::Zero(4)); },
      [](Scene& s) { s.heads[0].keys_of = 0; },
      [](Scene& s) { s.heads[0].scores = Matrix(Matrix::Zero(3, 3)); },
      [](Scene& s) { s.heads[0].sink = 0; },
      [](Scene& s) { s.heads[0].subtract.emplace(); },
      [](Scene& s) { s.heads[0].w_g = Matrix(Matrix::Zero(4, 4)); },
      [](Scene& s) { s.heads[0].gain = 1; },
      [](Scene& s) { s.heads[0].decay = 1; },
      [](Scene& s) { s.heads[0].w_f = RowVector(RowVector::Zero(4)); },
      [](Scene& s) { s.score.bend = Bend::kLeakyRelu; },
      [](Scene& s) { s.score.norm = &norm_kind("l2"); },
      [](Scene& s) { s.score.epsilon = 1; },
      [](Scene& s) { s.score.cap = 1; },
      [](Scene& s) { s.masks.emplace_back().sinks = 1; },
      [](Scene& s) { s.position.layout = PairLayout::kHalves; },
      [](Scene& s) { s.position.rotated = 2; },
      [](Scene& s) { s.position.scaling.emplace(); },
      [](Scene& s) { s.position.max_distance = 2; },
      [](Scene& s) { s.position.both = false; },
      [](Scene& s) { s.normalizer.alpha = 2; },
      [](Scene& s) { s.normalizer.k = 2; },
      [](Scene& s) { s.normalizer.offset = 0; },
      [](Scene& s) { s.normalizer.length = 1; },
      [](Scene& s) { s.normalizer.over = Over::kQueries; },
      [](Scene& s) { s.combine.b_o = RowVector(RowVector::Zero(4)); },
  };
  for (std::size_t n = 0; n < changes.size(); ++n) {
    Scene other = scene;
    changes[n](other);
    EXPECT_FALSE(same_computation(scene, other)) << "change " << n;
    EXPECT_FALSE(same_computation(other, scene)) << "change " << n;
    EXPECT_EQ(same_but_temperature(scene, other), other.normalizer.temperature == 2)
        << "change " << n;
  }
  EXPECT_TRUE(same_computation(self_attention(3, 2), self_attention(3, 2)));
}

}  // namespace
}  // namespace attn::scene_test
