#include "app/document/edits/kind_edits.h"

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"

namespace attn::kind_edits_test {
namespace {

using namespace attn::test;

Scene plain_scene() {
  Scene scene = cross_attention(2, 3, 4, 4);
  scene.heads.resize(2);
  return scene;
}

TEST(KindEdits, EveryKindCanBeChosenFromEveryOther) {
  const auto each_pair = [](const auto& kinds, const auto& set) {
    for (const auto& from : kinds) {
      for (const auto& to : kinds) {
        Scene scene = plain_scene();
        set(scene, from);
        set(scene, to);
        const auto problem = check(scene);
        EXPECT_FALSE(problem) << from.id << " -> " << to.id << ": " << problem->text;
        EXPECT_NO_THROW(evaluate(scene)) << from.id << " -> " << to.id;
      }
    }
  };
  each_pair(score_kinds(), set_score_kind);
  each_pair(normalizer_kinds(), set_normalizer_kind);
  each_pair(position_kinds(), set_position_kind);
  each_pair(combine_kinds(), set_combine_kind);
  each_pair(mask_kinds(), [](Scene& scene, const MaskKind& kind) {
    scene.masks.clear();
    add_mask(scene, kind);
    EXPECT_EQ(scene.masks[0], new_mask(scene, kind));
  });
}

TEST(KindEdits, OfRandomScenesTheyMakeValidOnesOrAreRefused) {
  int taken = 0, refused = 0;
  for (int n = 0; n < 400; ++n) {
    Random random(case_seed(n));
    const Scene before = random_scene(random);
    const auto edited = [&](const auto& edit) {
      Scene scene = before;
      try {
        edit(scene);
        ++taken;
      } catch (const SceneError& error) {
        ++refused;
        EXPECT_EQ(scene, before) << error.what();
      }
      const auto problem = check(scene);
      EXPECT_FALSE(problem) << n << ": " << problem->place << ": " << problem->text;
    };
    edited([&](Scene& scene) { set_score_kind(scene, *any_of(random, score_kinds())); });
    edited([&](Scene& scene) { set_normalizer_kind(scene, *any_of(random, normalizer_kinds())); });
    edited([&](Scene& scene) { set_position_kind(scene, *any_of(random, position_kinds())); });
    edited([&](Scene& scene) { set_combine_kind(scene, *any_of(random, combine_kinds())); });
    edited([&](Scene& scene) { set_over(scene, static_cast<Over>(random.below(3))); });
    edited([&](Scene& scene) { add_mask(scene, *any_of(random, mask_kinds())); });
  }
  EXPECT_GT(taken, 10 * refused);
}

TEST(KindEdits, GivenScoresAreThoseThatHeadsHad) {
  Scene scene = plain_scene();
  scene.score.cap = 0.5F;
  scene.bias = Random(3).matrix(2, 3);
  const Trace before = evaluate(scene);
  set_score_kind(scene, score_kind("given"));
  const Trace after = evaluate(scene);
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_LT(distance(after.heads[h].weights, before.heads[h].weights), 1e-6F);
  }
  set_score_kind(scene, score_kind("scaled_dot"));
  EXPECT_FALSE(scene.heads[0].scores);
}

TEST(KindEdits, WhatTheNextNormalizerDoesNotTakeGoes) {
  Scene scene = plain_scene();
  scene.heads[0].sink = 1;
  scene.normalizer.temperature = 0;
  set_normalizer_kind(scene, normalizer_kind("relu"));
  EXPECT_FALSE(scene.heads[0].sink);
  EXPECT_EQ(scene.normalizer.temperature, 1);
  set_normalizer_kind(scene, normalizer_kind("sum"));
  scene.heads[1].decay = 0.5F;
  ASSERT_FALSE(check(scene));
  set_normalizer_kind(scene, normalizer_kind("softmax"));
  EXPECT_FALSE(scene.heads[1].decay);
  scene.heads[0].sink = 1;
  set_over(scene, Over::kQueries);
  EXPECT_FALSE(scene.heads[0].sink);
  EXPECT_FALSE(check(scene));
}

TEST(KindEdits, SharedParametersStay) {
  Scene scene = plain_scene();
  set_score_kind(scene, score_kind("dot"));
  scene.score.scale = 3;
  set_score_kind(scene, score_kind("cosine"));
  EXPECT_EQ(scene.score.scale, 3);
  set_score_kind(scene, score_kind("scaled_dot"));
  EXPECT_EQ(scene.score.scale, 1);
  set_position_kind(scene, position_kind("sinusoidal"));
  scene.position.base = 100;
  set_position_kind(scene, position_kind("rope"));
  EXPECT_EQ(scene.position.base, 100);
  scene.normalizer.temperature = 0.5f;
  set_normalizer_kind(scene, normalizer_kind("sparsemax"));
  EXPECT_EQ(scene.normalizer.temperature, 0.5f);
}

TEST(KindEdits, LearnedPositionsStartWithZeros) {
  Scene scene = plain_scene();
  const Trace before = evaluate(scene);
  set_position_kind(scene, position_kind("learned"));
  EXPECT_EQ(*scene.position.table, Matrix::Zero(3, 4));
  EXPECT_EQ(evaluate(scene).output, before.output);
}

TEST(KindEdits, WhatGeneralSaysAPlainProductCanSay) {
  Random random(51);
  Scene scene = cross_attention(2, 3, 5, 4);
  scene.score.kind = &score_kind("general");
  scene.heads[0].w_a = random.matrix(5, 4);
  scene.heads.push_back({});
  scene.heads[1].w_q = random.matrix(5, 2);
  scene.heads[1].w_k = random.matrix(4, 3);
  scene.heads[1].w_a = random.matrix(2, 3);
  ASSERT_FALSE(check(scene));
  const Trace before = evaluate(scene);
  set_score_kind(scene, score_kind("dot"));
  const Trace after = evaluate(scene);
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_LT(distance(after.heads[h].scores, before.heads[h].scores), 1e-4f);
  }
}

TEST(KindEdits, ProjectionsAndTheConcatenationSayTheSame) {
  Scene scene = plain_scene();
  scene.combine.w_o = Random(52).matrix(8, 3);
  const Scene before = scene;
  set_combine_kind(scene, combine_kind("projection"));
  EXPECT_LT(distance(*evaluate(scene).output, *evaluate(before).output), 1e-5f);
  set_combine_kind(scene, combine_kind("concat"));
  EXPECT_EQ(scene, before);
}

TEST(KindEdits, WeightedHeadsStartAsTheirMean) {
  Scene scene = plain_scene();
  scene.heads[1].w_v = Random(53).matrix(4, 4);
  set_combine_kind(scene, combine_kind("mean"));
  const Trace before = evaluate(scene);
  set_combine_kind(scene, combine_kind("weighted"));
  EXPECT_LT(distance(*evaluate(scene).output, *before.output), 1e-6f);
}

TEST(KindEdits, WhatFitsInNoWayIsRefused) {
  const auto refused = [](Scene scene, const auto& edit) {
    const Scene before = scene;
    EXPECT_THROW(edit(scene), SceneError);
    EXPECT_EQ(scene, before);
  };
  refused(self_attention(3, 3),
          [](Scene& scene) { set_position_kind(scene, position_kind("rope")); });
  Scene unlike = cross_attention(2, 3, 5, 4);
  unlike.heads[0].w_q = Random(1).matrix(5, 4);
  refused(unlike, [](Scene& scene) { set_position_kind(scene, position_kind("learned")); });
  Scene uneven = plain_scene();
  uneven.heads[1].w_v = Random(1).matrix(4, 2);
  for (const char* id : {"weighted", "mean", "max"}) {
    refused(uneven, [&](Scene& scene) { set_combine_kind(scene, combine_kind(id)); });
  }
}

TEST(KindEdits, NewMasksHideLittle) {
  const Scene scene = plain_scene();
  EXPECT_EQ(*new_mask(scene, mask_kind("padding")).valid, std::vector<bool>(3, true));
  EXPECT_TRUE(new_mask(scene, mask_kind("custom")).allowed->all());
  EXPECT_EQ(new_mask(scene, mask_kind("window")).radius, 1);
  EXPECT_EQ(*new_mask(scene, mask_kind("graph")).edges,
            (std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 2}}));
}

TEST(KindEdits, PaintingUsesTheLastCustomMask) {
  Scene scene = plain_scene();
  add_mask(scene, mask_kind("causal"));
  paint_mask(scene, 1, 2, false);
  ASSERT_EQ(scene.masks.size(), 2u);
  EXPECT_FALSE((*scene.masks[1].allowed)(1, 2));
  EXPECT_EQ(scene.masks[1].allowed->count(), 5);
  add_mask(scene, mask_kind("padding"));
  paint_mask(scene, 1, 2, true);
  paint_mask(scene, 0, 0, false);
  ASSERT_EQ(scene.masks.size(), 3u);
  EXPECT_TRUE((*scene.masks[1].allowed)(1, 2));
  EXPECT_FALSE((*scene.masks[1].allowed)(0, 0));
  EXPECT_EQ(evaluate(scene).heads[0].weights(0, 0), 0);
  remove_mask(scene, 1);
  EXPECT_EQ(scene.masks.back().kind, &mask_kind("padding"));
}

}  // namespace
}  // namespace attn::kind_edits_test
