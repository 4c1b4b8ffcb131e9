#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "engine/attention/mask.h"

namespace attn::graph_edits_test {
namespace {

using Edges = std::vector<std::pair<int, int>>;

Scene scene_of(Edges edges) {
  Scene scene;
  scene.tokens = {"a", "b", "c", "d"};
  scene.embeddings = Matrix(Matrix::Identity(4, 4));
  Mask graph;
  graph.kind = &mask_kind("graph");
  graph.edges = std::move(edges);
  scene.masks = {graph, Mask{}};  // the causal one is last, and not what is edited
  return scene;
}

TEST(GraphEdits, AddAnEdgeFromTheSenderToTheReceiver) {
  Scene scene = scene_of({});
  toggle_edge(scene, 2, 0, false);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{2, 0}}));
  scene.masks.pop_back();
  scene.masks[0].self_loops = false;
  const BoolMatrix seen = visible_keys(scene);
  EXPECT_TRUE(seen(2, 0)) << "query 2 sees key 0";
  EXPECT_EQ(seen.count(), 1);
}

TEST(GraphEdits, AddAndTakeAwayBothWays) {
  Scene scene = scene_of({{0, 1}});
  toggle_edge(scene, 2, 3, true);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{0, 1}, {2, 3}, {3, 2}}));
  toggle_edge(scene, 3, 2, true);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{0, 1}}));
  toggle_edge(scene, 1, 0, true);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{1, 0}, {0, 1}})) << "both are there, and once";
  toggle_edge(scene, 0, 1, true);
  EXPECT_TRUE(scene.masks[0].edges->empty());
  toggle_edge(scene, 1, 1, true);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{1, 1}}));
}

TEST(GraphEdits, TakeAwayEveryCopyOfAnEdge) {
  Scene scene = scene_of({{0, 1}, {2, 1}, {0, 1}});
  toggle_edge(scene, 0, 1, false);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{2, 1}}));
}

TEST(GraphEdits, GoBackOnlyWhereThereIsSuchANode) {
  Scene scene = scene_of({});
  scene.queries = Queries{{"q"}, Matrix(Matrix::Identity(1, 4))};
  toggle_edge(scene, 0, 3, true);
  EXPECT_EQ(*scene.masks[0].edges, (Edges{{0, 3}}));
}

TEST(GraphEdits, SayWhetherAllEdgesGoBothWays) {
  EXPECT_TRUE(is_symmetric_graph(*graph_mask(scene_of({}))));
  EXPECT_TRUE(is_symmetric_graph(*graph_mask(scene_of({{0, 1}, {2, 2}, {1, 0}}))));
  EXPECT_FALSE(is_symmetric_graph(*graph_mask(scene_of({{0, 1}, {1, 2}, {1, 0}}))));
}

TEST(GraphEdits, DoNothingWithoutAGraphMask) {
  Scene scene = scene_of({});
  scene.masks.erase(scene.masks.begin());
  const Scene before = scene;
  toggle_edge(scene, 0, 1, true);
  EXPECT_EQ(scene, before);
  EXPECT_EQ(graph_mask(scene), nullptr);
}

}  // namespace
}  // namespace attn::graph_edits_test
