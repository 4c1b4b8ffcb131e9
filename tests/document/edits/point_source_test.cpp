#include "app/document/edits/point_source.h"

#include <gtest/gtest.h>

#include "engine/attention/position.h"
#include "engine/fast/evaluate.h"

namespace attn::point_source_test {
namespace {

Scene scene_with_weights() {
  Scene scene;
  scene.tokens = {"a", "b", "c"};
  Matrix embeddings(3, 2);
  embeddings << 1, 2, -1, 0.5F, 0, 3;
  scene.embeddings = embeddings;
  Matrix w(2, 2);
  w << 1, 2, 0, 1;
  scene.heads[0].w_k = Cow<Matrix>(w);
  scene.heads[0].w_v = Cow<Matrix>(Matrix(w.transpose()));
  return scene;
}

Matrix points_of(const Scene& scene, std::string_view space, bool is_query) {
  const Trace trace = evaluate(scene);
  if (space == "values") return trace.heads[0].v;
  if (space == "keys") return is_query ? trace.heads[0].q : trace.heads[0].k;
  return is_query ? trace.query_x : trace.x;
}

/// Moves a point by a step and expects that it, and no other of its kind, made that step.
void expect_step(Scene scene, std::string_view space, bool is_query, Index n) {
  const auto source = point_source(scene, 0, space, is_query, n);
  ASSERT_TRUE(source) << space;
  Matrix expected = points_of(scene, space, is_query);
  RowVector step = RowVector::LinSpaced(expected.cols(), 0.5F, -1.25F);
  expected.row(n) += step;
  set_row(scene, *source, row_of(scene, *source) + step * source->back);
  const Matrix moved = points_of(scene, space, is_query);
  EXPECT_TRUE(moved.isApprox(expected, 1e-5F)) << space << "\n" << moved << "\n\n" << expected;
}

TEST(PointSource, MakeTheStepThatWasAskedForInEverySpace) {
  Scene scene = scene_with_weights();
  for (const char* space : {"inputs", "keys", "values"}) expect_step(scene, space, false, 1);
  expect_step(scene, "keys", true, 2);
  scene.position.kind = &position_kind("sinusoidal");
  for (const char* space : {"inputs", "keys", "values"}) expect_step(scene, space, false, 0);
}

TEST(PointSource, MoveOwnValuesAndOwnQueries) {
  Scene scene = scene_with_weights();
  scene.values = Cow<Matrix>(Matrix(Matrix::Constant(3, 2, 4)));
  scene.queries = Queries{{"q", "r"}, Matrix(Matrix::Constant(2, 2, 1))};
  expect_step(scene, "values", false, 2);
  expect_step(scene, "inputs", true, 1);
  EXPECT_EQ(point_source(scene, 0, "values", false, 2)->input, Where{Part::values});
  EXPECT_EQ(point_source(scene, 0, "inputs", true, 1)->input, Where{Part::query_embeddings});
}

TEST(PointSource, TakeTheShortestStepWhereManyWouldDo) {
  Scene scene = scene_with_weights();
  Matrix w(2, 1);
  w << 3, 4;
  scene.heads[0].w_v = Cow<Matrix>(w);
  expect_step(scene, "values", false, 0);
  const auto source = point_source(scene, 0, "values", false, 0);
  EXPECT_TRUE(source->back.isApprox(Matrix(w.transpose() / 25), 1e-6F));
}

TEST(PointSource, SayWhereNoRowMovesThePoint) {
  Scene scene = scene_with_weights();
  EXPECT_FALSE(point_source(scene, 0, "values", true, 0)) << "an output";
  scene.position.kind = &position_kind("rope");
  EXPECT_FALSE(point_source(scene, 0, "keys", false, 0));
  EXPECT_TRUE(point_source(scene, 0, "inputs", false, 0));
  EXPECT_TRUE(point_source(scene, 0, "values", false, 0));
}

}  // namespace
}  // namespace attn::point_source_test
