#include "engine/position.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention.h"
#include "engine/problem.h"
#include "tests/engine/random_scene.h"

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
  position.table = Random(1).matrix(9, 3);
  EXPECT_EQ(table_of(position, 4, 3), position.table->topRows(4).cast<double>());
}

TEST(AddPositions, AddsScaledPositionsToTokensAndQueries) {
  Random random(2);
  for (const PositionKind& kind : position_kinds()) {
    SCOPED_TRACE(kind.id);
    Scene scene = cross_attention(5, 3, 4, 4);
    set_position(random, kind, scene);
    scene.position.scale = 0.5f;
    Trace trace;
    add_positions(scene, trace);
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
  add_positions(scene, trace);
  const WideMatrix expected = table_of(scene.position, 5, 6);
  EXPECT_EQ(*trace.query_position, expected.cast<float>());
}

TEST(AddPositions, InSelfAttentionTheTokensAreTheQueries) {
  Scene scene = self_attention(4, 3);
  scene.position = position_of("binary");
  Trace trace;
  add_positions(scene, trace);
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
  // The same embedding everywhere: only places differ, so a score is a function of i − j.
  Scene scene = self_attention(40, 6);
  Matrix same(40, 6);
  same.rowwise() = scene.embeddings->row(0);
  scene.embeddings = same;
  Random random(3);
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
  Random random(4);
  for (const PositionKind& position : position_kinds()) {
    for (const ScoreKind& score : score_kinds()) {
      if (score.id == "given") continue;
      SCOPED_TRACE(testing::Message() << position.id << " " << score.id);
      Scene scene = self_attention(L, 4);
      scene.score.kind = &score;
      scene.heads = {random_head(random, scene, 3), random_head(random, scene, 3)};
      set_position(random, position, scene);
      scene.position.scale = 1;
      Scene permuted = scene;
      permuted.embeddings = Matrix(order * *scene.embeddings);
      const Trace plain = evaluate(scene);
      const Trace moved = evaluate(permuted);
      const Matrix weights = order * plain.heads[1].weights * order.transpose();
      const float weights_differ = distance(moved.heads[1].weights, weights);
      const float outputs_differ = distance(*moved.output, order * *plain.output);
      if (position.id == "none") {
        EXPECT_LE(weights_differ, 1e-5f);
        EXPECT_LE(outputs_differ, 1e-5f);
      } else {
        EXPECT_GE(weights_differ, 1e-4f);
        EXPECT_GE(outputs_differ, 1e-4f);
      }
    }
  }
}

}  // namespace
}  // namespace attn::position_test
