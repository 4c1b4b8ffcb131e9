#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/numbers/plane_space.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/views/diagrams.h"
#include "engine/attention/normalize.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/charts/distance_outside.h"
#include "tests/figure/diagram_room.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::plane_diagram_test {
namespace {

constexpr Rect kArea{10, 20, 300, 200};

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

Scene random_scene(Index tokens, Index width, unsigned seed) {
  Scene scene;
  for (Index n = 0; n < tokens; ++n) scene.tokens.push_back("word" + std::to_string(n));
  scene.embeddings = test::Random(seed).matrix(tokens, width);
  return scene;
}

TEST(PlaneDiagram, PutsPointsWhereTheTraceSays) {
  const FigureRuler ruler;
  Scene scene = random_scene(7, 4, 1);
  scene.heads[0].w_v = Cow<Matrix>(test::Random(2).matrix(4, 3));
  ViewInput input{.evaluation = evaluated(scene), .ruler = ruler};
  input.state.options.plane.axes = {2, 0};
  const PlanePoints points = plane_points(input, "values", kArea);
  const HeadTrace& head = input.head_trace();
  for (Index n = 0; n < 7; ++n) {
    const auto at = static_cast<std::size_t>(n);
    const Point value = points.chart.coordinates(points.tokens[at]);
    const Point output = points.chart.coordinates(points.queries[at]);
    EXPECT_NEAR(value.x, head.v(n, 2), 1e-6);
    EXPECT_NEAR(value.y, head.v(n, 0), 1e-6);
    EXPECT_NEAR(output.x, head.output(n, 2), 1e-6);
    EXPECT_NEAR(output.y, head.output(n, 0), 1e-6);
    EXPECT_GT(points.tokens[at].x, kArea.x);
    EXPECT_LT(points.tokens[at].x, kArea.right());
    EXPECT_GT(points.tokens[at].y, kArea.y);
    EXPECT_LT(points.tokens[at].y, kArea.bottom());
  }
  const double across = (points.chart.high.x - points.chart.low.x) / kArea.width;
  EXPECT_NEAR(across, (points.chart.high.y - points.chart.low.y) / kArea.height, 1e-12)
      << "as large in both directions";
}

TEST(PlaneDiagram, TheOutputIsInTheHullOfTheValuesThatTheQuerySees) {
  const FigureRuler ruler;
  for (unsigned seed = 0; seed < 30; ++seed) {
    Scene scene = random_scene(9, 5, seed);
    scene.heads.resize(2);
    scene.heads[1].w_v = Cow<Matrix>(test::Random(seed + 100).matrix(5, 4));
    scene.normalizer.kind = &normalizer_kinds()[seed % normalizer_kinds().size()];
    const bool is_mean = why_no_distribution(weight_bounds(scene, seed % 2)).empty();
    if (!is_mean) continue;
    if (seed % 2) scene.masks = {Mask{}};  // causal
    ViewInput input{.evaluation = evaluated(scene), .ruler = ruler};
    input.state.head = seed % 2;
    const PlanePoints points = plane_points(input, "values", kArea);
    for (Index i = 0; i < 9; ++i) {
      std::vector<Point> seen;
      for (Index j = 0; j < 9; ++j) {
        if (input.head_trace().scores(i, j) != kMasked) {
          seen.push_back(points.tokens[static_cast<std::size_t>(j)]);
        }
      }
      EXPECT_LE(
          test::distance_outside(convex_hull(seen), points.queries[static_cast<std::size_t>(i)]),
          1e-3)
          << "seed " << seed << ", query " << i;
    }
  }
}

TEST(PlaneDiagram, HoldsAxesAndRangeStillWhileAPointIsDragged) {
  const FigureRuler ruler;
  const Scene scene = random_scene(8, 5, 3);
  Scene dragged = scene;
  Matrix embeddings = *scene.embeddings;
  embeddings.row(4) *= 30;
  dragged.embeddings = embeddings;
  const ViewInput before{.evaluation = evaluated(scene), .ruler = ruler};
  ViewInput now{.evaluation = evaluated(dragged), .ruler = ruler};
  EXPECT_FALSE(
      plane_points(now, "inputs", kArea)
          .axes.directions.isApprox(plane_points(before, "inputs", kArea).axes.directions));
  now.held = before.evaluation;
  const PlanePoints a = plane_points(before, "inputs", kArea);
  const PlanePoints b = plane_points(now, "inputs", kArea);
  for (std::size_t n = 0; n < 8; ++n) {
    if (n == 4) continue;
    EXPECT_EQ(a.tokens[n].x, b.tokens[n].x);
    EXPECT_EQ(a.tokens[n].y, b.tokens[n].y);
  }
  EXPECT_NE(a.tokens[4].x, b.tokens[4].x);
}

TEST(PlaneDiagram, SaysWhichAxesAndHowMuchTheyHold) {
  const Scene scene = random_scene(8, 5, 3);
  const auto evaluation = evaluated(scene);
  const PlaneSpace space = plane_space(*evaluation, 0, "inputs");
  EXPECT_EQ(space.title, "Embeddings");
  EXPECT_TRUE(words_of(plane_axes(space, {}), space.symbol).starts_with("→ PC 1 "));
  const std::string chosen = words_of(plane_axes(space, {.axes = {{3, 1}}}), space.symbol);
  EXPECT_TRUE(chosen.starts_with("→ $x_{3}$ ")) << chosen;
  EXPECT_NE(chosen.find("↑ $x_{1}$ "), std::string::npos) << chosen;
  PlaneAxes axes{Eigen::MatrixXd::Identity(2, 2), {0.5, 0.25}};
  EXPECT_EQ(words_of(axes, "d"), "→ PC 1 50 %   ↑ PC 2 25 %   together 75 % of the variance");
  EXPECT_EQ(brief_words_of(axes, "d"), "→ PC 1 50 %   ↑ PC 2 25 %");
}

TEST(PlaneDiagram, WeightsBelow0AreTakenAwayInTheSum) {
  const FigureRuler ruler;
  Scene scene = random_scene(3, 2, 1);
  Subtract& other = scene.heads[0].subtract.emplace();
  other.w_q = other.w_k = Matrix(Matrix::Zero(2, 2));  // all alike
  other.lambda = 0.9F;
  const auto evaluation = evaluated(scene);
  ASSERT_LT(evaluation->trace.heads[0].weights.minCoeff(), -0.01F);
  Index query = 0, key = 0;
  evaluation->trace.heads[0].weights.minCoeff(&query, &key);
  const Diagram diagram = plane_diagram({.evaluation = evaluation,
                                         .width = 1200,
                                         .height = 500,
                                         .shown = Cell{query, key},
                                         .ruler = ruler});
  int found = 0;
  for (const std::string& line : test::lines_said(diagram, ruler)) {
    if (!line.starts_with("output of ")) continue;
    found += line.find("−") != std::string::npos;
    EXPECT_EQ(line.find("+ −"), std::string::npos) << line;
  }
  EXPECT_EQ(found, 1);
}

TEST(PlaneDiagram, IsReadableAtEverySize) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    Scene scene = random_scene(tokens, 4, test::case_seed(tokens));
    scene.heads.resize(tokens == 6 ? 32 : 2);
    const auto evaluation = evaluated(scene);
    for (const auto& [width, height] : {std::pair{400.0, 120.0}, {430.0, 200.0}, {720.0, 480.0}}) {
      for (const auto make : {plane_diagram, plane_keys_diagram, plane_values_diagram}) {
        SCOPED_TRACE(std::to_string(tokens) + " tokens at " + std::to_string(width));
        const Diagram diagram = make({.evaluation = evaluation,
                                      .width = width,
                                      .height = height,
                                      .shown = Cell{tokens - 1, 0},
                                      .ruler = ruler});
        test::expect_readable(diagram, ruler, height);
        for (const Chart& chart : diagram.charts) {
          EXPECT_LE(chart.area.right(), width);
          EXPECT_LE(chart.area.bottom(), height);
        }
        EXPECT_FALSE(diagram.targets.empty());
      }
    }
  }
}

TEST(PlaneDiagram, TakesValuesOfOneDimensionAndQueriesOfAnotherWidth) {
  const FigureRuler ruler;
  const Diagram line = plane_diagram({.evaluation = evaluated(test::first_example()),
                                      .width = 720,
                                      .height = 400,
                                      .ruler = ruler});
  ASSERT_EQ(line.charts.size(), 2U);
  EXPECT_EQ(line.charts[1].name, "plane.values");
  Scene cross = random_scene(5, 3, 2);
  cross.queries = Queries{{"a", "b"}, test::Random(4).matrix(2, 6)};
  cross.heads[0].w_q = Cow<Matrix>(test::Random(7).matrix(6, 3));
  const Diagram diagram = plane_keys_diagram(
      {.evaluation = evaluated(cross), .width = 720, .height = 400, .ruler = ruler});
  const auto names = [&](const Target& target) { return target.name; };
  EXPECT_NE(std::ranges::find(diagram.targets, "plane.keys.query[1]", names),
            diagram.targets.end());
  test::expect_readable(diagram, ruler, 400);
}

}  // namespace
}  // namespace attn::plane_diagram_test
