#include "app/document/edits/input_edits.h"

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"

namespace attn::input_edits_test {
namespace {

using namespace attn::test;

TEST(InputEdits, ADimensionOfZerosChangesNoScore) {
  int compared = 0;
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    Scene scene = varied_scene(random);
    scene.position = {};
    scene.score.norm = &norm_kind("none");  // whose means are of all dimensions
    for (Head& head : scene.heads) head.g_q.reset(), head.g_k.reset();
    const std::string_view kind = scene.score.kind->id;
    if (kind == "scaled_dot" || kind == "elu" || check(scene)) continue;  // √dk, and φ(0) = 1
    const Scene before = scene;
    const auto at = random.below(static_cast<int>(scene.embeddings->cols()) + 1);
    insert_dimension(scene, Part::embeddings, at);
    EXPECT_EQ(scene.embeddings->cols(), before.embeddings->cols() + 1);
    EXPECT_TRUE(scene.embeddings->col(at).isZero(0));
    const Trace was = evaluate(before);
    const Trace is = evaluate(scene);
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      // Additive scores: v grows with both, and tanh(0 + 0) is 0.
      ASSERT_EQ(is.heads[h].weights, was.heads[h].weights) << scene.score.kind->id;
    }
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST(InputEdits, WhatIsInsertedCanBeRemoved) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    const Scene before = varied_scene(random);
    const Index apart = before.query_embeddings().cols() - before.embeddings->cols();
    if (apart == 1 || apart == -1) continue;  // they would meet, and go on as one
    for (const Part input : {Part::embeddings, Part::query_embeddings, Part::values}) {
      if (input == Part::query_embeddings && !before.queries) continue;
      if (input == Part::values && !before.values) continue;
      Scene scene = before;
      try {
        insert_dimension(scene, input, 0);
        remove_dimension(scene, input, 0);
      } catch (const SceneError& error) {
        EXPECT_EQ(error.problem().place, "/position/kind");
        continue;
      }
      EXPECT_EQ(scene, before);
    }
  }
}

TEST(InputEdits, HeadsWithoutWeightsSeeANewDimension) {
  Scene scene = cross_attention(2, 3, 2, 2);
  scene.heads[0].w_q = matrix({{1, 0}, {0, 1}});  // the other side has none
  scene.combine.w_o = matrix({{1}, {2}});
  insert_dimension(scene, Part::query_embeddings, 1);
  EXPECT_EQ(scene.query_embeddings().cols(), 3);  // which were as wide as the embeddings
  EXPECT_EQ(scene.embeddings->cols(), 3);
  EXPECT_EQ(**scene.heads[0].w_q, matrix({{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(**scene.combine.w_o, matrix({{1}, {0}, {2}}));
}

TEST(InputEdits, QueriesOfAnotherWidthStay) {
  Scene scene = cross_attention(2, 3, 4, 2);
  scene.heads[0].w_q = Matrix(Matrix::Ones(4, 2));
  ASSERT_FALSE(check(scene));
  insert_dimension(scene, Part::embeddings, 0);
  EXPECT_EQ(scene.query_embeddings().cols(), 4);
  EXPECT_EQ((*scene.heads[0].w_q)->cols(), 3);  // as wide as the keys
  insert_dimension(scene, Part::query_embeddings, 0);
  EXPECT_EQ(scene.embeddings->cols(), 3);
  EXPECT_EQ((*scene.heads[0].w_q)->rows(), 5);
}

TEST(InputEdits, HeadsThatMustBeAsWideAreWidened) {
  Scene scene = self_attention(3, 2);
  scene.heads.resize(2);
  scene.heads[1].w_v = matrix({{1, 2}, {3, 4}});
  scene.combine.kind = &combine_kind("mean");
  insert_dimension(scene, Part::embeddings, 2);
  EXPECT_EQ(**scene.heads[1].w_v, matrix({{1, 2, 0}, {3, 4, 0}, {0, 0, 0}}));
}

TEST(InputEdits, AnOddWidthForRopeIsRefusedInWords) {
  Scene scene = self_attention(3, 2);
  scene.position.kind = &position_kind("rope");
  const Scene before = scene;
  try {
    insert_dimension(scene, Part::embeddings, 0);
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().text,
              "expected an even width of queries and keys for rope, found 3 in head 0");
  }
  EXPECT_EQ(scene, before);
}

TEST(InputEdits, OwnQueriesAndBackIsTheSame) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    Scene before = varied_scene(random);
    if (before.queries) continue;
    // Which need self-attention, or say themselves of which segment a query is from then on.
    for (Head& head : before.heads) head.w_f.reset(), head.b_f.reset();
    for (Mask& mask : before.masks) {
      if (!mask.ids->empty()) mask.query_ids = mask.ids;
    }
    Scene scene = before;
    use_own_queries(scene);
    EXPECT_EQ(scene.queries->tokens, before.tokens);
    EXPECT_EQ(evaluate(scene).output.has_value(), evaluate(before).output.has_value());
    EXPECT_EQ(evaluate(scene).heads[0].weights, evaluate(before).heads[0].weights);
    use_tokens_as_queries(scene);
    EXPECT_EQ(scene, before);
  }
}

TEST(InputEdits, TokensBecomeTheQueriesWhateverTheirNumberAndWidth) {
  Scene scene = cross_attention(2, 3, 4, 2);
  scene.heads[0].w_q = Matrix(Matrix::Ones(4, 2));
  scene.bias = matrix({{1, 2, 3}, {4, 5, 6}});
  use_tokens_as_queries(scene);
  EXPECT_FALSE(scene.queries);
  EXPECT_EQ(**scene.bias, matrix({{1, 2, 3}, {4, 5, 6}, {0, 0, 0}}));
  EXPECT_EQ(**scene.heads[0].w_q, Matrix::Ones(2, 2));
}

TEST(InputEdits, OwnValuesAndBack) {
  Scene scene = self_attention(3, 2);
  scene.heads[0].w_v = matrix({{1, 2, 3}, {4, 5, 6}});
  const Scene before = scene;
  use_own_values(scene);
  EXPECT_EQ(**scene.values, *before.embeddings);
  EXPECT_EQ(evaluate(scene).output, evaluate(before).output);
  insert_dimension(scene, Part::values, 2);
  EXPECT_EQ(scene.embeddings, before.embeddings);
  EXPECT_EQ((*scene.heads[0].w_v)->rows(), 3);
  use_embeddings_as_values(scene);
  EXPECT_EQ(scene, before);
}

}  // namespace
}  // namespace attn::input_edits_test
