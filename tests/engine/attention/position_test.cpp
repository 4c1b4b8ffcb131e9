#include "engine/attention/position.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::position_test {
namespace {

using namespace attn::test;

Position position_of(std::string_view kind) {
  Position position;
  position.kind = &position_kind(kind);
  return position;
}

WideMatrix table_of(const Position& position, Index rows, Index width) {
  return position.kind->table(position, rows, width);
}

TEST(Sinusoidal, IsItsFormula) {
  Position position = position_of("sinusoidal");
  position.base = 100;
  const WideMatrix table = table_of(position, 5, 5);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_DOUBLE_EQ(table(i, 0), std::sin(static_cast<double>(i)));
    EXPECT_DOUBLE_EQ(table(i, 3), std::cos(static_cast<double>(i) / std::pow(100.0, 2.0 / 5)));
    EXPECT_DOUBLE_EQ(table(i, 4), std::sin(static_cast<double>(i) / std::pow(100.0, 4.0 / 5)));
  }
}

TEST(Sinusoidal, AStepIsARotation) {
  // P[i + δ] = R_δ P[i]: each pair turns by δ / base^(2j/D), wherever it is.
  const Position position = position_of("sinusoidal");
  const Index D = 8;
  const WideMatrix table = table_of(position, 1100, D);
  for (const Index delta : {1, 7, 99}) {
    for (Index i = 0; i < 1000; i += 37) {
      for (Index j = 0; j < D / 2; ++j) {
        const double turn =
            static_cast<double>(delta) / std::pow(10000.0, 2.0 * static_cast<double>(j) / D);
        const double sine = table(i, 2 * j);
        const double cosine = table(i, 2 * j + 1);
        EXPECT_NEAR(table(i + delta, 2 * j), sine * std::cos(turn) + cosine * std::sin(turn),
                    1e-12);
        EXPECT_NEAR(table(i + delta, 2 * j + 1), cosine * std::cos(turn) - sine * std::sin(turn),
                    1e-12);
      }
    }
  }
}

TEST(Sinusoidal, LateAnglesKeepDoublePrecision) {
  const Index late = 1'000'003;
  const WideMatrix table = table_of(position_of("sinusoidal"), late + 1, 2);
  EXPECT_NEAR(table(late, 0), std::sin(1'000'003.0), 1e-12);
}

TEST(Binary, HoldsTheBitsLowestFirst) {
  const WideMatrix table = table_of(position_of("binary"), 70, 80);
  for (Index i = 0; i < 70; ++i) {
    double number = 0;
    for (Index c = 0; c < 80; ++c) number += table(i, c) * std::pow(2.0, static_cast<double>(c));
    EXPECT_EQ(number, static_cast<double>(i));
  }
}

TEST(Learned, TakesTheFirstRows) {
  Position position = position_of("learned");
  position.table = Random(case_seed()).matrix(9, 3);
  EXPECT_EQ(table_of(position, 4, 3), position.table->topRows(4).cast<double>());
}

TEST(AddPositions, AddsScaledPositionsToTokensAndQueries) {
  for (const PositionKind& kind : position_kinds()) {
    SCOPED_TRACE(kind.id);
    Random random(case_seed(kind.id));
    Scene scene = cross_attention(5, 3, 4, 4);
    set_position(random, kind, scene);
    scene.position.scale = 0.5f;
    Trace trace;
    place_tokens(scene, trace);
    place_queries(scene, trace);
    if (!kind.table) {
      EXPECT_FALSE(trace.position);
      EXPECT_FALSE(trace.query_position);
      EXPECT_EQ(trace.x, *scene.embeddings);
      EXPECT_EQ(trace.query_x, *scene.queries->embeddings);
      continue;
    }
    const Matrix P = (0.5 * table_of(scene.position, 5, 4)).cast<float>();
    EXPECT_EQ(*trace.position, P.topRows(3));
    EXPECT_EQ(*trace.query_position, P);
    EXPECT_LE(distance(trace.x, *scene.embeddings + P.topRows(3)), 1e-6f);
    EXPECT_LE(distance(trace.query_x, *scene.queries->embeddings + P), 1e-6f);
  }
}

TEST(AddPositions, GivesQueriesTheirOwnWidth) {
  Scene scene = cross_attention(5, 3, 6, 4);
  scene.position = position_of("sinusoidal");
  Trace trace;
  place_tokens(scene, trace);
  place_queries(scene, trace);
  const WideMatrix expected = table_of(scene.position, 5, 6);
  EXPECT_EQ(*trace.query_position, expected.cast<float>());
}

TEST(AddPositions, InSelfAttentionTheTokensAreTheQueries) {
  Scene scene = self_attention(4, 3);
  scene.position = position_of("binary");
  Trace trace;
  place_tokens(scene, trace);
  place_queries(scene, trace);
  EXPECT_FALSE(trace.query_position);
  EXPECT_EQ(trace.query_x, trace.x);
}

TEST(AddPositions, RefusesWhatLeavesFloat32) {
  Scene scene = self_attention(4, 3);
  scene.position = position_of("learned");
  scene.position.table = Matrix(Matrix::Constant(4, 3, 3e38f));
  scene.position.scale = 10;
  try {
    evaluate(scene);
    FAIL() << "was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/position");
  }
}

TEST(Rope, ScoresDependOnDistanceAlone) {
  // Equal embeddings everywhere: a score then depends on i − j only.
  Scene scene = self_attention(40, 6);
  Matrix same(40, 6);
  same.rowwise() = scene.embeddings->row(0);
  scene.embeddings = same;
  Random random(case_seed());
  scene.heads[0].w_q = random.matrix(6, 4);
  scene.heads[0].w_k = random.matrix(6, 4);
  scene.position = position_of("rope");
  const Matrix scores = evaluate(scene).heads[0].scores;
  for (Index i = 0; i + 1 < 40; ++i) {
    for (Index j = 0; j + 1 < 40; ++j) {
      EXPECT_NEAR(scores(i, j), scores(i + 1, j + 1), 1e-5);
    }
  }
  EXPECT_GT(std::abs(scores(0, 0) - scores(0, 1)), 1e-3);
}

TEST(Rope, TurnsWithoutStretchingAndLeavesTheFirst) {
  Scene scene = self_attention(20, 6);
  scene.position = position_of("rope");
  const HeadTrace head = evaluate(scene).heads[0];
  EXPECT_EQ(head.q.row(0), scene.embeddings->row(0));
  for (Index i = 0; i < 20; ++i) {
    EXPECT_NEAR(head.k.row(i).norm(), scene.embeddings->row(i).norm(), 1e-5);
  }
  EXPECT_EQ(head.v, *scene.embeddings);
}

TEST(Rope, TurnsEachPairByItsAngle) {
  Position position = position_of("rope");
  position.base = 50;
  WideMatrix rows = WideMatrix::Zero(3, 4);
  rows.col(2).setOnes();
  position.kind->rotate(position, rows);
  const double turn = 2 / std::pow(50.0, 2.0 / 4);
  EXPECT_DOUBLE_EQ(rows(2, 2), std::cos(turn));
  EXPECT_DOUBLE_EQ(rows(2, 3), std::sin(turn));
  EXPECT_EQ(rows(2, 0), 0);
}

TEST(Rope, HalvesArePairsInAnotherOrder) {
  Random random(case_seed());
  const WideMatrix rows = random.matrix(6, 8).cast<double>();
  Eigen::PermutationMatrix<Eigen::Dynamic> order(8);
  order.indices() << 0, 2, 4, 6, 1, 3, 5, 7;  // column j of halves is column order[j] of pairs
  Position position = position_of("rope");
  WideMatrix pairs = rows;
  position.kind->rotate(position, pairs);
  position.layout = PairLayout::kHalves;
  WideMatrix halves = rows * order;
  position.kind->rotate(position, halves);
  EXPECT_LE((halves - pairs * order).cwiseAbs().maxCoeff(), 1e-15);
}

// Whisper's sinusoids(): all sines, then all cosines.
TEST(Sinusoidal, MayHaveAllSinesFirst) {
  for (const Index width : {1, 2, 5, 8}) {
    Position position = position_of("sinusoidal");
    position.base = 100;
    position.layout = PairLayout::kHalves;
    const WideMatrix table = position.kind->table(position, 7, width);
    const Index sines = (width + 1) / 2;
    for (Index i = 0; i < 7; ++i) {
      for (Index j = 0; j < sines; ++j) {
        const double turn = static_cast<double>(i) /
                            std::pow(100, 2 * static_cast<double>(j) / static_cast<double>(width));
        EXPECT_NEAR(table(i, j), std::sin(turn), 1e-12);
        if (j + sines == width) continue;
        EXPECT_NEAR(table(i, j + sines), std::cos(turn), 1e-12);
      }
    }
  }
}

TEST(Rope, MayTurnOnlyTheFirstColumnsAsIfThereWereNoOthers) {
  for (const PairLayout layout : {PairLayout::kPairs, PairLayout::kHalves}) {
    const WideMatrix rows = Random(case_seed()).matrix(6, 10).cast<double>();
    Position position = position_of("rope");
    position.layout = layout;
    WideMatrix first = rows.leftCols(4);
    position.kind->rotate(position, first);
    position.rotated = 4;
    WideMatrix turned = rows;
    position.kind->rotate(position, turned);
    EXPECT_EQ(turned.leftCols(4), first);
    EXPECT_EQ(turned.rightCols(6), rows.rightCols(6));
  }
}

RopeScaling scaling_of(std::string_view kind, float factor) {
  RopeScaling scaling;
  scaling.kind = &rope_scaling_kind(kind);
  scaling.factor = factor;
  return scaling;
}

TEST(RopeScaling, LinearPutsPositionsBetween) {
  const WideMatrix rows = Random(case_seed()).matrix(9, 4).cast<double>();
  Position position = position_of("rope");
  WideMatrix plain = rows;
  position.kind->rotate(position, plain);
  position.scaling = scaling_of("linear", 0.5f);
  WideMatrix scaled = rows;
  position.kind->rotate(position, scaled);
  Position doubled = position_of("rope");
  WideMatrix twice = rows;
  doubled.kind->rotate(doubled, twice);
  doubled.kind->rotate(doubled, twice);
  EXPECT_LE((scaled - twice).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RopeScaling, NtkSlowsTheSlowestByItsFactorAndKeepsTheFastest) {
  const RopeScaling scaling = scaling_of("ntk", 4);
  const auto rate = [&](Index j) { return scaling.kind->rate(scaling, 10000, j, 32); };
  EXPECT_DOUBLE_EQ(rate(0), 1);
  EXPECT_NEAR(rate(31) * 4, std::pow(10000.0, -31.0 / 32), 1e-12);
}

TEST(RopeScaling, Llama3IsWhatItsCodeComputes) {
  // Llama 3.1: factor 8, low 1, high 4, original 8192, base 500000, width 128.
  const RopeScaling scaling = scaling_of("llama3", 8);
  for (Index j = 0; j < 64; ++j) {
    const double plain = std::pow(500000.0, -static_cast<double>(j) / 64);
    const double wavelength = 2 * M_PI / plain;
    double expected = plain;
    if (wavelength > 8192.0) {
      expected = plain / 8;
    } else if (wavelength >= 8192.0 / 4) {
      const double smooth = (8192 / wavelength - 1) / (4.0 - 1);
      expected = (1 - smooth) * plain / 8 + smooth * plain;
    }
    EXPECT_NEAR(scaling.kind->rate(scaling, 500000, j, 64), expected, 1e-15);
  }
}

// The numbers below were worked out in NumPy by the code that was published with each, written
// again: `apply_scaling` of Llama 3.1's model.py; `base * alpha ** (dim / (dim - 2))` of NTK-aware
// scaling; `rotate_half` and `apply_rotary_pos_emb` of GPT-NeoX; `_relative_position_bucket` of T5.

TEST(PapersCode, Llama3sScaling) {
  // scale_factor 8, low_freq_factor 1, high_freq_factor 4, old_context_len 8192; theta 500000,
  // width 128. Fast rates stay, slow ones are an eighth, six lie between.
  const std::pair<Index, double> rates[] = {
      {0, 1},
      {1, 0.8146172338565447},
      {15, 0.04616405026546052},
      {28, 0.0032114459947525913},
      {29, 0.002166570763503359},
      {30, 0.0013718935677611381},
      {31, 0.0008567514129196321},
      {32, 0.0005248461609929549},
      {33, 0.00031269375038406517},
      {34, 0.00017850781276799638},
      {35, 9.556212353964683e-05},
      {63, 3.068925988914511e-07},
  };
  const RopeScaling scaling = scaling_of("llama3", 8);
  for (const auto& [j, expected] : rates) {
    EXPECT_NEAR(scaling.kind->rate(scaling, 500000, j, 64), expected, 1e-12 * expected) << j;
  }
}

TEST(PapersCode, NtkAwareBase) {
  // base 10000, alpha 8, dim 128: the base becomes 82684.62264056221.
  const std::pair<Index, double> rates[] = {
      {0, 1},
      {1, 0.8378480019188025},
      {16, 0.05897172244486822},
      {32, 0.003477664048114574},
      {48, 0.00020508383900190948},
      {63, 1.4434774808618228e-05},
  };
  const RopeScaling scaling = scaling_of("ntk", 8);
  for (const auto& [j, expected] : rates) {
    EXPECT_NEAR(scaling.kind->rate(scaling, 10000, j, 64), expected, 1e-12 * expected) << j;
  }
}

TEST(PapersCode, NeoXsRotateHalf) {
  // (1, …, 8) at the positions 0, 1 and 5, base 10000.
  Position position = position_of("rope");
  position.layout = PairLayout::kHalves;
  WideMatrix rows(6, 8);
  for (Index c = 0; c < 8; ++c) rows.col(c).setConstant(static_cast<double>(c + 1));
  position.kind->rotate(position, rows);
  const std::pair<Index, std::array<double, 8>> expected[] = {
      {0, {1, 2, 3, 4, 5, 6, 7, 8}},
      {1,
       {-3.667052618171343, 1.3910078306750822, 2.9298511679108294, 3.9919980013335,
        3.542982514148595, 6.169691824961809, 7.029649502919158, 8.003995999333666}},
      {5,
       {5.078283558778919, -1.1213881078444725, 2.646396596290151, 3.9599501667706254,
        0.45938665265299283, 6.224346448550641, 7.141189330576799, 8.019899916875104}},
  };
  for (const auto& [i, row] : expected) {
    for (Index c = 0; c < 8; ++c) {
      EXPECT_NEAR(rows(i, c), row[static_cast<std::size_t>(c)], 1e-12) << i << ", " << c;
    }
  }
}

/// The distance at which each bucket begins, from bucket 0 on, among the first 400.
std::vector<Index> beginnings(Index buckets, Index max_distance, bool both, Index direction) {
  std::vector<Index> found;
  Index last = -1;
  for (Index distance = 0; distance < 400; ++distance) {
    const Index bucket = t5_bucket(direction * distance, buckets, max_distance, both);
    if (bucket != last) found.push_back(distance);
    last = bucket;
  }
  return found;
}

TEST(PapersCode, T5sBuckets) {
  EXPECT_EQ(beginnings(32, 128, true, -1),
            (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91}));
  EXPECT_EQ(beginnings(32, 128, false, -1),
            (std::vector<Index>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113}));
  EXPECT_EQ(beginnings(32, 128, false, 1), std::vector<Index>{0});
  // relative_position −130, −117, …, 130.
  const Index far[] = {15, 15, 15, 15, 14, 14, 13, 12, 11, 9, 0,
                       25, 27, 28, 29, 30, 30, 31, 31, 31, 31};
  for (Index n = 0; n < std::ssize(far); ++n) {
    EXPECT_EQ(t5_bucket(-130 + 13 * n, 32, 128, true), far[n]) << -130 + 13 * n;
  }
  // Eight buckets, distances to 16: −12 … 12 both ways, and −20 … 2 backwards.
  const Index near[] = {3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 0, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7};
  for (Index n = 0; n < std::ssize(near); ++n) {
    EXPECT_EQ(t5_bucket(n - 12, 8, 16, true), near[n]) << n - 12;
  }
  const Index earlier[] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 4, 4, 3, 2, 1, 0, 0, 0};
  for (Index n = 0; n < std::ssize(earlier); ++n) {
    EXPECT_EQ(t5_bucket(n - 20, 8, 16, false), earlier[n]) << n - 20;
  }
}

TEST(Relative, AddsItsNumberForEachDistanceAndTheLastBeyond) {
  Scene scene = cross_attention(5, 7, 3, 3);
  const Matrix plain = evaluate(scene).heads[0].scores;
  scene.position = position_of("relative");
  scene.position.table = matrix({{10, 20, 30, 40, 50}});
  const Matrix gained = evaluate(scene).heads[0].scores - plain;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 7; ++j) {
      EXPECT_NEAR(gained(i, j), 30 + 10 * static_cast<float>(std::clamp<Index>(j - i, -2, 2)),
                  1e-5);
    }
  }
}

TEST(T5, BucketsAreThoseOfItsCode) {
  // _relative_position_bucket with 32 buckets and distances to 128, worked out by hand: both ways 8
  // exact ones, then 8 + ⌊8 · ln(d / 8) / ln 16⌋, at most 15; 16 more where the key comes later.
  const auto both = [](Index steps) { return t5_bucket(steps, 32, 128, true); };
  const std::pair<Index, Index> behind[] = {{0, 0},   {1, 1},   {7, 7},   {8, 8},    {11, 8},
                                            {12, 9},  {15, 9},  {16, 10}, {22, 10},  {23, 11},
                                            {31, 11}, {32, 12}, {45, 12}, {46, 13},  {63, 13},
                                            {64, 14}, {90, 14}, {91, 15}, {1000, 15}};
  for (const auto& [distance, bucket] : behind) {
    EXPECT_EQ(both(-distance), bucket) << distance;
    EXPECT_EQ(both(distance), distance == 0 ? 0 : 16 + bucket) << distance;
  }
  // Backwards only: 16 exact ones, then 16 + ⌊16 · ln(d / 16) / ln 8⌋, at most 31.
  const auto causal = [](Index steps) { return t5_bucket(steps, 32, 128, false); };
  const std::pair<Index, Index> earlier[] = {{0, 0},   {15, 15},  {16, 16},  {18, 16},
                                             {19, 17}, {20, 17},  {21, 18},  {32, 21},
                                             {64, 26}, {113, 31}, {128, 31}, {9999, 31}};
  for (const auto& [distance, bucket] : earlier) EXPECT_EQ(causal(-distance), bucket) << distance;
  EXPECT_EQ(causal(5), 0);
}

TEST(T5, TakesAnyNumberOfBuckets) {
  for (Index buckets = 1; buckets < 12; ++buckets) {
    for (const bool both : {false, true}) {
      if (both && buckets == 1) continue;
      for (Index steps = -40; steps <= 40; ++steps) {
        const Index bucket = t5_bucket(steps, buckets, 20, both);
        EXPECT_GE(bucket, 0);
        EXPECT_LT(bucket, buckets);
      }
    }
  }
}

TEST(Alibi, DefaultSlopesAreGeometric) {
  const Position position = position_of("alibi");
  EXPECT_EQ(position.kind->slope(position, 0, 8), 0.5);
  EXPECT_EQ(position.kind->slope(position, 7, 8), 1.0 / 256);
  EXPECT_DOUBLE_EQ(position.kind->slope(position, 0, 3), std::exp2(-8.0 / 3));
}

TEST(Positions, WithoutThemPermutingTokensPermutesAttentionAndWithThemNot) {
  const Index L = 7;
  Eigen::PermutationMatrix<Eigen::Dynamic> order(L);
  order.indices() << 3, 0, 6, 1, 5, 2, 4;
  for (const PositionKind& position : position_kinds()) {
    for (const ScoreKind& score : score_kinds()) {
      if (has_given_scores({.kind = &score})) continue;
      SCOPED_TRACE(testing::Message() << position.id << " " << score.id);
      Random random(case_seed(position.id, score.id));
      Scene scene = self_attention(L, 4);
      scene.score.kind = &score;
      scene.heads = {random_head(random, scene, 3), random_head(random, scene, 3)};
      set_position(random, position, scene);
      scene.position.scale = 1;
      Scene permuted = scene;
      permuted.embeddings = Matrix(order * *scene.embeddings);
      const Trace plain = evaluate(scene);
      const Trace moved = evaluate(permuted);
      const auto in_order = [&](const Matrix& pairs) {
        return Matrix(order * pairs * order.transpose());
      };
      const HeadTrace &was = plain.heads[1], &is = moved.heads[1];
      if (position.does_nothing()) {
        EXPECT_LE(distance(is.weights, in_order(was.weights)), 1e-5f);
        EXPECT_LE(distance(*moved.output, order * *plain.output), 1e-5f);
      } else {
        EXPECT_GE(distance(is.scores, in_order(was.scores)), 1e-4f);
        EXPECT_GT(distance(*moved.output, order * *plain.output), 0);
      }
    }
  }
}

}  // namespace
}  // namespace attn::position_test
