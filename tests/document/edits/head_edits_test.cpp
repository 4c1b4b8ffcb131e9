#include "app/document/edits/head_edits.h"

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"

namespace attn::head_edits_test {
namespace {

using namespace attn::test;

Problem problem_of(const std::function<void()>& edit) {
  try {
    edit();
  } catch (const SceneError& error) {
    return error.problem();
  }
  return {"taken", ""};
}

TEST(HeadEdits, NewHeadsAreAsWideAndRandom) {
  Scene scene = self_attention(3, 4);
  scene.heads[0].w_q = Random(1).matrix(4, 2);
  scene.heads[0].w_k = Random(2).matrix(4, 2);
  scene.heads[0].v = RowVector(matrix({{1, 2}}).row(0));
  scene.heads[0].width = 3;
  set_head_count(scene, 3, NewHead::kRandom, 7);
  ASSERT_EQ(scene.heads.size(), 3u);
  EXPECT_EQ((*scene.heads[2].w_q)->cols(), 2);
  EXPECT_EQ((*scene.heads[2].w_v)->cols(), 4);
  EXPECT_EQ(scene.heads[2].width, 3);
  EXPECT_FALSE(scene.heads[2].w_a);
  EXPECT_NE(scene.heads[1], scene.heads[2]);
  EXPECT_NE(scene.heads[1].w_q, scene.heads[0].w_q);
  for (const float number : (*scene.heads[1].w_q)->reshaped()) {
    EXPECT_EQ(number, std::round(number * 100) / 100);
  }
}

TEST(HeadEdits, WhatCombineHoldsFollows) {
  Scene scene = self_attention(3, 2);
  scene.heads.resize(2);
  scene.combine.w_o = matrix({{1}, {2}, {3}, {4}});
  scene.position.kind = &position_kind("alibi");
  scene.position.slopes = RowVector(matrix({{0.5f, 0.25f}}).row(0));
  Scene removed = scene;
  set_head_count(removed, 1, NewHead::kPlain, 1);
  EXPECT_EQ(**removed.combine.w_o, matrix({{1}, {2}}));
  EXPECT_EQ(**removed.position.slopes, matrix({{0.5f}}).row(0));
  set_head_count(scene, 3, NewHead::kPlain, 1);
  EXPECT_EQ((*scene.combine.w_o)->topRows(4), matrix({{1}, {2}, {3}, {4}}));
  EXPECT_FALSE((*scene.combine.w_o)->bottomRows(2).isZero());
  EXPECT_EQ(**scene.position.slopes, matrix({{0.5f, 0.25f, 0.125f}}).row(0));
  EXPECT_EQ(scene.heads[2], Head());
}

TEST(HeadEdits, ARandomHeadWithoutWeightsIsAHead) {
  Scene scene = parse_scene(R"({"format": "attentoscope/scene", "version": 2, "tokens": ["a", "b"],
    "score": {"kind": "given"}, "heads": [{"scores": [[0, 1], [2, 3]]}]})");
  set_head_count(scene, 2, NewHead::kRandom, 7);
  EXPECT_EQ(scene.heads.size(), 2U);
}

TEST(HeadEdits, AddingAndTakingAwayIsTheSame) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    const Scene before = varied_scene(random);
    Scene scene = before;
    set_head_count(scene, before.heads.size() + 2, NewHead::kRandom, 3);
    EXPECT_EQ(scene.heads.size(), before.heads.size() + 2);
    set_head_count(scene, before.heads.size() + 1, NewHead::kRandom, 3);
    set_head_count(scene, before.heads.size(), NewHead::kRandom, 3);
    EXPECT_EQ(scene, before);
  }
}

/// Three heads that have the first one's keys and values.
Scene grouped_scene() {
  Random random(7);
  Scene scene = self_attention(3, 4);
  scene.heads.resize(3);
  scene.heads[0].w_k = random.matrix(4, 2);
  scene.heads[0].w_v = random.matrix(4, 3);
  scene.heads[0].b_k = random.row(2);
  for (std::size_t h = 0; h < 3; ++h) {
    scene.heads[h].w_q = random.matrix(4, 2);
    if (h > 0) scene.heads[h].keys_of = 0;
  }
  return scene;
}

TEST(HeadEdits, HeadsThatStayShareTheirKeysStill) {
  const Scene before = grouped_scene();
  Scene scene = before;
  set_head_count(scene, 2, NewHead::kPlain, 1);
  ASSERT_EQ(scene.heads.size(), 2U);
  EXPECT_FALSE(scene.heads[0].keys_of);
  EXPECT_EQ(scene.heads[0].w_k, before.heads[0].w_k);
  EXPECT_EQ(scene.heads[1].keys_of, 0);
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_EQ(evaluate(scene).heads[h].output, evaluate(before).heads[h].output);
  }
}

TEST(HeadEdits, ANewHeadHasTheKeysOfItsGroup) {
  Scene scene = grouped_scene();
  set_head_count(scene, 4, NewHead::kRandom, 1);
  EXPECT_EQ(scene.heads[3].keys_of, 0);
  EXPECT_NE(scene.heads[3].w_q, scene.heads[2].w_q);
}

TEST(HeadEdits, HeadsThatShareKeysAreAsWideAsThem) {
  for (const std::size_t h : {0U, 2U}) {
    Scene scene = grouped_scene();
    set_key_width(scene, h, 5);
    set_value_width(scene, h, 2);
    for (std::size_t n = 0; n < 3; ++n) {
      EXPECT_EQ((*scene.heads[n].w_q)->cols(), 5);
      EXPECT_EQ(width_of_k(scene, n), 5);
      EXPECT_EQ(width_of_v(scene, n), 2);
      EXPECT_EQ(scene.heads[n].w_k.has_value(), n == 0);
    }
    EXPECT_EQ((*scene.heads[0].b_k)->cols(), 5);
  }
}

TEST(HeadEdits, TooManyOrNoHeadsAreRefused) {
  Scene scene = self_attention(3, 2);
  const Scene before = scene;
  EXPECT_EQ(problem_of([&] { set_head_count(scene, 0, NewHead::kPlain, 1); }).text,
            "expected 1 to 1024 heads, found 0");
  EXPECT_EQ(problem_of([&] { set_head_count(scene, 1 << 30, NewHead::kPlain, 1); }).place,
            "/heads");
  Scene wide = self_attention(1, 4096);
  EXPECT_EQ(problem_of([&] { set_head_count(wide, 1024, NewHead::kRandom, 1); }).text,
            "expected at most 1 heads of this width, found 1024");
  EXPECT_EQ(scene, before);
}

TEST(HeadEdits, WeightsThatAreGivenAreTheIdentity) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    const Scene before = varied_scene(random);
    const Trace was = evaluate(before);
    for (const HeadMatrix m : {&Head::w_q, &Head::w_k, &Head::w_v}) {
      Scene scene = before;
      give_weights(scene, 0, m);
      ASSERT_TRUE(scene.heads[0].*m);
      EXPECT_EQ(evaluate(scene).heads[0].output, was.heads[0].output);
      if (!(before.heads[0].*m)) {
        drop_weights(scene, 0, m);
        EXPECT_EQ(scene, before);
      }
    }
  }
}

TEST(HeadEdits, TheOtherSideFollowsWeightsThatAreDropped) {
  Scene scene = self_attention(3, 4);
  scene.heads[0].w_q = Random(1).matrix(4, 2);
  scene.heads[0].w_k = Random(2).matrix(4, 2);
  scene.heads[0].v = RowVector(matrix({{5, 6}}).row(0));
  drop_weights(scene, 0, &Head::w_q);
  EXPECT_EQ((*scene.heads[0].w_k)->leftCols(2), Random(2).matrix(4, 2));
  EXPECT_TRUE((*scene.heads[0].w_k)->rightCols(2).isZero());
  EXPECT_EQ(**scene.heads[0].v, matrix({{5, 6, 1, 1}}).row(0));
}

TEST(HeadEdits, WidthsAreCutAndFilled) {
  Scene scene = self_attention(3, 2);
  scene.heads.resize(2);
  scene.combine.w_o = matrix({{1}, {2}, {3}, {4}});
  set_key_width(scene, 0, 3);
  EXPECT_EQ(**scene.heads[0].w_q, matrix({{1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(**scene.heads[0].w_k, matrix({{1, 0, 0}, {0, 1, 0}}));
  set_value_width(scene, 0, 1);
  EXPECT_EQ(**scene.heads[0].w_v, matrix({{1}, {0}}));
  EXPECT_EQ(**scene.combine.w_o, matrix({{1}, {3}, {4}}));
  EXPECT_FALSE(scene.heads[1].w_v);

  scene.combine = {};
  scene.combine.kind = &combine_kind("mean");
  scene.heads[0].w_v.reset();
  set_value_width(scene, 1, 3);
  EXPECT_EQ(**scene.heads[0].w_v, matrix({{1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(problem_of([&] { set_key_width(scene, 0, 0); }).place, "/heads/0/w_k");
  EXPECT_EQ(problem_of([&] { set_value_width(scene, 0, 5000); }).place, "/heads/0/w_v");
}

TEST(HeadEdits, QueriesAndKeysOfOtherWidthsGetOne) {
  Scene scene = self_attention(3, 4);
  scene.score.kind = &score_kind("general");
  scene.heads[0].w_q = Random(1).matrix(4, 2);
  scene.heads[0].w_k = Random(2).matrix(4, 3);
  scene.heads[0].w_a = Random(3).matrix(2, 3);
  set_key_width(scene, 0, 5);
  EXPECT_EQ((*scene.heads[0].w_q)->cols(), 5);
  EXPECT_EQ((*scene.heads[0].w_k)->cols(), 5);
  EXPECT_EQ((*scene.heads[0].w_a)->topLeftCorner(2, 3), Random(3).matrix(2, 3));
}

}  // namespace
}  // namespace attn::head_edits_test
