#include "app/gl/heatmap/scores_upload.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/gl/base/framebuffer.h"
#include "app/gl/base/surfaceless.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/support/picture.h"

namespace attn::gl::scores_upload_test {
namespace {

Scene two_heads(Index L) {
  Scene scene = test::self_attention(L, 3);
  scene.heads.resize(2);
  return scene;
}

TEST(ChangedScores, AreThoseOfTheEditedTokens) {
  const Scene scene = two_heads(30);
  Scene edited = scene;
  edited.embeddings.edit()(7, 1) += 1;
  edited.embeddings.edit()(9, 2) += 1;
  const auto lines = changed_scores(scene, edited, 1);
  ASSERT_TRUE(lines);
  for (const FewLines& some : {lines->rows, lines->columns}) {
    EXPECT_TRUE(std::ranges::equal(some.some(), std::vector<Index>{7, 9}));
  }
  edited = scene;
  edited.normalizer.temperature = 3;
  EXPECT_TRUE(changed_scores(scene, edited, 0)->rows.none());
}

TEST(ChangedScores, AreAllWhereMoreIsAnother) {
  const Scene scene = two_heads(30);
  const auto is_all = [&](const auto& change) {
    Scene edited = scene;
    change(edited);
    return !changed_scores(scene, edited, 0).has_value();
  };
  EXPECT_TRUE(is_all([](Scene& s) { s.masks.resize(1); }));
  EXPECT_TRUE(is_all([](Scene& s) { s.bias = Cow<Matrix>(Matrix(Matrix::Ones(30, 30))); }));
  EXPECT_TRUE(is_all([](Scene& s) { s.score.kind = &score_kind("dot"); }));
  EXPECT_TRUE(is_all([](Scene& s) { s.heads[0].w_q = Cow<Matrix>(Matrix(Matrix::Ones(3, 3))); }));
  EXPECT_TRUE(is_all([](Scene& s) { s.position.kind = &position_kind("sinusoidal"); }));
  EXPECT_TRUE(is_all([](Scene& s) { s = two_heads(31); }));
  EXPECT_TRUE(is_all([](Scene& s) { s.embeddings.edit().array() += 1; }));
}

test::Picture drawn(gl::Heatmap& heatmap) {
  gl::Framebuffer framebuffer(64, 64);
  framebuffer.bind();
  gl::HeatmapStyle style;
  style.colormap = find_colormap("red-blue");
  style.range = {-6, 6};
  style.rect = style.clip = {0, 0, 64, 64};
  heatmap.draw(style, 64, 64);
  return {64, 64, framebuffer.read_pixels()};
}

/// Partial uploads give the pixels of a full upload, for all edits and with other uploads in
/// between.
TEST(ScoresUpload, LooksAsWhenAllIsUploaded) {
  const gl::SurfacelessContext context(3, 3);
  Scene scene = two_heads(300);
  gl::Heatmap heatmap, whole;
  ScoresUpload upload;
  int in_full = 0;
  const auto show = [&](Index head) {
    const Trace trace = evaluate(scene);
    const Matrix& scores = trace.heads[static_cast<std::size_t>(head)].scores;
    upload.upload(heatmap, scores, scene, head, "scores", [&] {
      ++in_full;
      heatmap.set(scores);
    });
    whole.set(scores);
    EXPECT_EQ(compare(drawn(heatmap), drawn(whole)).max, 0);
  };
  show(0);
  for (const Index token : {3, 299, 0, 150}) {
    scene.embeddings.edit().row(token).array() *= -1.5F;
    show(0);
  }
  EXPECT_EQ(in_full, 1);
  show(1);
  EXPECT_EQ(in_full, 2) << "another head";
  heatmap.set(Matrix::Zero(300, 300));
  show(1);
  EXPECT_EQ(in_full, 3) << "something else was drawn since";
  scene.heads[1].w_k = Cow<Matrix>(Matrix(Matrix::Ones(3, 3)));
  show(1);
  EXPECT_EQ(in_full, 4);
}

/// The sums of the rows are other numbers after each edit, which is no reason to upload all scores.
TEST(ScoresUpload, LeavesTheRestWhereTheShaderMakesWeights) {
  const gl::SurfacelessContext context(3, 3);
  Scene scene = two_heads(300);
  gl::Heatmap heatmap, whole;
  ScoresUpload upload;
  int in_full = 0;
  for (const Index token : {3, 299, 0}) {
    scene.embeddings.edit().row(token).array() *= -1.5F;
    const Matrix scores = evaluate(scene).heads[0].scores;
    const std::vector<gl::Heatmap::SoftmaxRow> rows(
        300, {scores.maxCoeff(), static_cast<float>(-token)});
    upload.upload(heatmap, scores, scene, 0, "softmax", [&] {
      ++in_full;
      heatmap.set_scores(scores);
    });
    heatmap.set_softmax(0.01F, rows);
    whole.set_scores(scores);
    whole.set_softmax(0.01F, rows);
    EXPECT_EQ(compare(drawn(heatmap), drawn(whole)).max, 0);
  }
  EXPECT_EQ(in_full, 1);
}

}  // namespace
}  // namespace attn::gl::scores_upload_test
