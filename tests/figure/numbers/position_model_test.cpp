#include "app/figure/numbers/position_model.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/numbers/position_effect.h"
#include "app/figure/positions/position_panels.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::position_model_test {
namespace {

Scene of_kind(std::string_view kind, Index tokens = 6, Index width = 4, std::size_t heads = 1) {
  Scene scene;
  scene.tokens.assign(static_cast<std::size_t>(tokens), "word");
  test::Random random(test::case_seed(kind, tokens, width));
  scene.embeddings = random.uniform(tokens, width);
  scene.heads.assign(heads, Head{});
  scene.position.kind = &position_kind(kind);
  if (kind == "learned") scene.position.table = random.uniform(tokens, width);
  return scene;
}

TEST(PositionModel, StartsWithTheRowsOfTheTrace) {
  for (const char* kind : {"sinusoidal", "binary", "learned"}) {
    Scene scene = of_kind(kind);
    scene.position.scale = 0.5F;
    const PositionModel model = position_model(scene, 0, {});
    const Matrix added = *evaluate(scene).position;
    ASSERT_GE(model.rows(), added.rows()) << kind;
    EXPECT_EQ(model.table->topRows(6), added) << kind;
    EXPECT_EQ(model.tokens, 6);
    EXPECT_EQ(model.words, "");
  }
}

TEST(PositionModel, ShowsMoreThanTheSceneWhereThereIsMore) {
  EXPECT_EQ(position_model(of_kind("sinusoidal"), 0, {}).rows(), 48);
  EXPECT_EQ(position_model(of_kind("sinusoidal", 64), 0, {}).rows(), 64);
  EXPECT_EQ(position_model(of_kind("sinusoidal"), 0, {.rows = 5}).rows(), 5);
  EXPECT_EQ(position_model(of_kind("sinusoidal"), 0, {.rows = 1 << 20}).rows(), kMostPositions);
  EXPECT_EQ(position_model(of_kind("learned"), 0, {.rows = 100}).rows(), 6);
}

TEST(PositionModel, SaysWhereItShowsWhatTheSceneHasNot) {
  for (const char* kind : {"none", "rope", "alibi"}) {
    const PositionModel model = position_model(of_kind(kind), 0, {});
    EXPECT_NE(model.words, "") << kind;
    EXPECT_EQ(model.position.kind->id, "sinusoidal");
    EXPECT_TRUE(model.turns);
  }
}

TEST(PositionModel, RopeIsAsWideAsTheHeadsKeys) {
  Scene scene = of_kind("rope", 6, 4, 2);
  scene.position.base = 100;
  scene.heads[1].w_q = test::Random(3).uniform(4, 6);
  scene.heads[1].w_k = test::Random(4).uniform(4, 6);
  EXPECT_EQ(position_model(scene, 0, {}).frequencies, rates(scene.position, 4));
  EXPECT_EQ(position_model(scene, 1, {}).frequencies, rates(scene.position, 6));
}

TEST(PositionModel, LearnedPositionsHaveNoFrequenciesAndBitsHaveOneEach) {
  EXPECT_TRUE(position_model(of_kind("learned"), 0, {}).frequencies.empty());
  const PositionModel bits = position_model(of_kind("binary"), 0, {});
  ASSERT_EQ(bits.frequencies.size(), 4U);
  EXPECT_FALSE(bits.turns);
  for (Index c = 0; c < 4; ++c) {
    EXPECT_NEAR(wavelength(bits.frequency_of(c)), std::exp2(c + 1), 1e-9);
    for (Index i = 0; i + (2 << c) < bits.rows(); ++i) {
      EXPECT_EQ((*bits.table)(i, c), (*bits.table)(i + (2 << c), c));
    }
  }
}

TEST(PositionModel, DimensionsAreToggled) {
  const PositionModel model = position_model(of_kind("sinusoidal", 6, 32), 0, {});
  ViewOptions::Positions options;
  EXPECT_EQ(drawn_dimensions(model, options), (std::vector<Index>{0, 4, 8, 14}));
  toggle_dimension(model, options, 5);
  EXPECT_EQ(drawn_dimensions(model, options), (std::vector<Index>{0, 4, 8, 14, 5}));
  toggle_dimension(model, options, 4);
  EXPECT_EQ(drawn_dimensions(model, options), (std::vector<Index>{0, 8, 14, 5}));
  for (Index c = 20; c < 30; ++c) toggle_dimension(model, options, c);
  EXPECT_EQ(options.dimensions.size(), kMostDimensions);
  options.dimensions = {99};
  EXPECT_EQ(drawn_dimensions(model, options).size(), 4U) << "none of them exists";
  for (const Index width : {1, 2, 3}) {
    EXPECT_FALSE(drawn_dimensions(position_model(of_kind("none", 1, width), 0, {}), {}).empty());
  }
}

TEST(PositionModel, BothEndsOfAShiftArePositions) {
  const PositionModel model = position_model(of_kind("sinusoidal"), 0, {});
  EXPECT_EQ(shown_start(model, {.shift = 5, .start = 3}), 3);
  EXPECT_EQ(shown_start(model, {.shift = -5, .start = 3}), 5);
  EXPECT_EQ(shown_start(model, {.shift = 5, .start = 1 << 20}), 47);
  const PositionModel learned = position_model(of_kind("learned"), 0, {});
  EXPECT_EQ(shown_start(learned, {.shift = 2, .start = 5}), 3);
}

TEST(PositionDials, TurnByTheSameAngleWhereverTheyStart) {
  const PositionModel model = position_model(of_kind("sinusoidal", 6, 9), 0, {});
  for (const Index start : {0, 1, 40}) {
    const std::vector<Dial> all = dials(model, start, 5);
    ASSERT_EQ(all.size(), 4U) << "the last sine has no cosine";
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_DOUBLE_EQ(all[j].turn, 5 * model.frequencies[j]);
      EXPECT_NEAR(std::remainder(all[j].to - all[j].from - all[j].turn, 2 * M_PI), 0, 1e-5);
      EXPECT_NEAR(all[j].from_length, 1, 1e-6);
    }
  }
}

TEST(PositionDials, LearnedPositionsAreMeasured) {
  const PositionModel model = position_model(of_kind("learned"), 0, {});
  const std::vector<Dial> all = dials(model, 0, 1);
  ASSERT_EQ(all.size(), 2U);
  for (const Dial& dial : all) {
    EXPECT_NEAR(std::remainder(dial.to - dial.from - dial.turn, 2 * M_PI), 0, 1e-9);
    EXPECT_LE(dial.to_length, 1);
  }
  EXPECT_TRUE(dials(model, 0, 6).empty()) << "the table ends";
}

TEST(PositionModel, AlibisBiasIsWhatTheScoresGain) {
  Scene scene = of_kind("alibi", 6, 4, 4);
  const Trace with = evaluate(scene);
  scene.position = Position{};
  const Trace without = evaluate(scene);
  scene.position.kind = &position_kind("alibi");
  for (Index h = 0; h < 4; ++h) {
    const auto n = static_cast<std::size_t>(h);
    const Matrix gained = with.heads[n].scores - without.heads[n].scores;
    EXPECT_LT((gained - bias_by_distance(scene, h, 6)).cwiseAbs().maxCoeff(), 1e-5);
  }
}

PositionEffect effect_of(const Scene& scene, Index head = 0) {
  return position_effect(std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)}), head,
                         {1, 1});
}

TEST(PositionEffect, WithIsTheTraceAndWithoutIsTheSceneWithoutPositions) {
  for (const char* kind : {"sinusoidal", "binary", "learned", "rope", "alibi"}) {
    Scene scene = of_kind(kind, 6, 4, 3);
    const PositionEffect effect = effect_of(scene, 1);
    EXPECT_EQ(effect.with->weights, evaluate(scene).heads[1].weights) << kind;
    scene.position = Position{};
    EXPECT_EQ(effect.without->weights, evaluate(scene).heads[1].weights) << kind;
  }
}

TEST(PositionEffect, ASceneWithoutPositionsIsGivenSinusoidalOnes) {
  Scene scene = of_kind("none");
  const PositionEffect effect = effect_of(scene);
  EXPECT_EQ(effect.kind->id, "sinusoidal");
  EXPECT_EQ(effect.without->weights, evaluate(scene).heads[0].weights);
  scene.position.kind = &position_kind("sinusoidal");
  EXPECT_EQ(effect.with->weights, evaluate(scene).heads[0].weights);
}

TEST(PositionEffect, ScoresByDistance) {
  const Scene alibi = of_kind("alibi", 6, 4, 2);
  const PositionEffect falls = effect_of(alibi, 1);
  ASSERT_EQ(falls.scores.size(), 65U);
  const double slope = std::exp2(-8);
  for (Index n = 0; n < 65; ++n) {
    const double distance = std::abs(static_cast<double>(falls.first_distance + n));
    EXPECT_NEAR(falls.scores[static_cast<std::size_t>(n)], falls.score_without - slope * distance,
                1e-5);
  }
  const PositionEffect turned = effect_of(of_kind("rope"));
  EXPECT_NEAR(turned.scores[32], turned.score_without, 1e-6) << "at distance 0 nothing turns";
  EXPECT_EQ(effect_of(of_kind("learned")).scores.size(), 6U);
}

TEST(PositionEffect, WorksWithValuesMasksAndBiasOfTheScenesOwn) {
  Scene scene = of_kind("sinusoidal", 6, 4, 2);
  scene.values = test::Random(5).uniform(6, 3);
  scene.heads[0].w_v = test::Random(6).uniform(3, 2);
  scene.bias = test::Random(7).uniform(6, 6);
  scene.masks = {Mask{}};
  EXPECT_EQ(effect_of(scene).problem, "");
}

TEST(PositionEffect, WhatLeavesTheRangeIsSaid) {
  Scene scene = of_kind("alibi", 2, 2);
  scene.position.slopes = Cow<RowVector>(RowVector::Constant(1, 3e37F).eval());
  EXPECT_NE(effect_of(scene).problem, "");
}

}  // namespace
}  // namespace attn::position_model_test
