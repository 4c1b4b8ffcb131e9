#include "app/figure/charts/graph_layout.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/mask.h"

namespace attn::graph_layout_test {
namespace {

using Edges = std::vector<std::pair<int, int>>;

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Edges ring(int count) {
  Edges edges;
  for (int n = 0; n < count; ++n) edges.emplace_back(n, (n + 1) % count);
  return edges;
}

TEST(GraphLayout, PutsARingIntoARing) {
  const auto places = stress_layout(6, ring(6));
  const double side = distance(places[0], places[1]);
  EXPECT_GT(side, 0.3);
  for (std::size_t n = 0; n < 6; ++n) {
    EXPECT_NEAR(distance(places[n], places[(n + 1) % 6]), side, 0.02 * side);
    EXPECT_NEAR(distance(places[n], places[(n + 3) % 6]), 2 * side, 0.1 * side);
  }
}

TEST(GraphLayout, PutsALineIntoALine) {
  const auto places = stress_layout(5, {{0, 1}, {2, 1}, {2, 3}, {4, 3}});
  EXPECT_NEAR(distance(places[0], places[4]), 1, 1e-3) << "as large as the square goes";
  for (std::size_t n = 0; n < 4; ++n) EXPECT_NEAR(distance(places[n], places[n + 1]), 0.25, 0.01);
}

TEST(GraphLayout, IsTheSameForTheSameEdgesAndKeepsNodesApart) {
  const Edges star = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}};
  const auto first = stress_layout(6, star);
  stress_layout(4, ring(4));  // what is remembered is another one
  const auto second = stress_layout(6, star);
  for (std::size_t a = 0; a < 6; ++a) {
    EXPECT_EQ(first[a].x, second[a].x);
    EXPECT_EQ(first[a].y, second[a].y);
    for (std::size_t b = 0; b < a; ++b) EXPECT_GT(distance(first[a], first[b]), 0.2);
    EXPECT_GE(std::min(first[a].x, first[a].y), -1e-9);
    EXPECT_LE(std::max(first[a].x, first[a].y), 1 + 1e-9);
  }
}

TEST(GraphLayout, TakesNodesWithoutEdgesAndEdgesToThemselves) {
  for (const std::size_t count : {1U, 2U, 7U}) {
    const auto places = stress_layout(count, {{0, 0}});
    ASSERT_EQ(places.size(), count);
    for (std::size_t a = 0; a < count; ++a) {
      EXPECT_TRUE(std::isfinite(places[a].x) && std::isfinite(places[a].y));
      for (std::size_t b = 0; b < a; ++b) EXPECT_GT(distance(places[a], places[b]), 0.05);
    }
  }
}

Scene scene_of(std::size_t tokens) {
  Scene scene;
  scene.tokens.assign(tokens, "word");
  scene.embeddings = Matrix(Matrix::Identity(static_cast<Index>(tokens), 2));
  return scene;
}

TEST(GraphLayout, KeepsDraggedNodesWhereTheyAreAndOthersWhereTheyWere) {
  Scene scene = scene_of(5);
  Mask graph;
  graph.kind = &mask_kind("graph");
  graph.edges = ring(5);
  scene.masks = {graph};
  const auto before = graph_nodes(scene, {});
  const auto after = graph_nodes(scene, {.nodes = {{2, 0.1, 1.2}, {9, 0, 0}}});
  EXPECT_EQ(after[2].x, 0.1);
  EXPECT_EQ(after[2].y, 1.2);
  for (const std::size_t n : {0U, 1U, 3U, 4U}) EXPECT_EQ(before[n].x, after[n].x);
}

TEST(GraphLayout, PutsQueriesOfCrossAttentionBesideTheTokens) {
  Scene scene = scene_of(4);
  scene.queries = Queries{{"a", "b"}, Matrix(Matrix::Identity(2, 2))};
  const auto places = graph_nodes(scene, {});
  ASSERT_EQ(places.size(), 6U);
  EXPECT_EQ(places[0].x, places[3].x);
  EXPECT_GT(places[0].y, places[3].y);
  EXPECT_GT(places[4].x, places[0].x);
  EXPECT_EQ(places[4].x, places[5].x);
}

TEST(GraphLayout, PutsOthersOnACircleFromTheTopOn) {
  const auto places = graph_nodes(scene_of(4), {});
  EXPECT_NEAR(places[0].x, 0.5, 1e-12);
  EXPECT_NEAR(places[0].y, 1, 1e-12);
  EXPECT_NEAR(places[1].x, 1, 1e-12);
  EXPECT_EQ(graph_nodes(scene_of(512), {}).size(), 512U);
}

}  // namespace
}  // namespace attn::graph_layout_test
