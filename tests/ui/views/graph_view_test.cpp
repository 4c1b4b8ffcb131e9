// Drags nodes and edges of the graph with the real mouse, and checks the scene that is saved.

#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::graph_view_test {
namespace {

class GraphView : public testing::Test {
 protected:
  Scene saved() { return parse_scene(program.saved()); }
  static Scene without_view(Scene scene) {
    scene.view = "{}";
    return scene;
  }
  static std::string node(int n) { return "graph.node[" + std::to_string(n) + "]"; }
  void drag_to(int from, int to) {
    const Rect a = program.control(node(from)), b = program.control(node(to));
    program.drag(node(from), static_cast<int>(b.x - a.x), static_cast<int>(b.y - a.y));
  }
  void undo() {
    program.rest();
    program.key("ctrl+z");
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/70-molecule.attn.json", "1440x1050"};
};

TEST_F(GraphView, DraggingANodeMovesItAndNothingElse) {
  const Scene before = saved();
  const Rect other = program.control(node(4)), old = program.control(node(0));
  program.drag(node(0), -40, 30);
  const Rect now = program.control(node(0));
  EXPECT_NEAR(now.x, old.x - 40, 1.5);
  EXPECT_NEAR(now.y, old.y + 30, 1.5);
  EXPECT_EQ(program.control(node(4)).x, other.x);
  const Scene after = saved();
  EXPECT_EQ(without_view(after), without_view(before));
  EXPECT_EQ(parse_view(after.view).options.graph.nodes.size(), 1U);
  program.click("graph.layout");
  EXPECT_NEAR(program.control(node(0)).x, old.x, 1.5);
}

TEST_F(GraphView, DraggingBetweenNodesMakesAndTakesEdges) {
  const Scene before = saved();
  ASSERT_FALSE(has_edge(*graph_mask(before), 2, 5));
  const Rect place = program.control(node(7));
  program.click("graph.tool.1");
  drag_to(5, 2);
  const Scene with_edge = saved();
  EXPECT_TRUE(has_edge(*graph_mask(with_edge), 2, 5)) << "from the key to the query";
  EXPECT_TRUE(has_edge(*graph_mask(with_edge), 5, 2)) << "as all its edges, both ways";
  EXPECT_NEAR(program.control(node(7)).x, place.x, 1.5) << "the layout does not jump";
  undo();
  EXPECT_EQ(without_view(saved()), without_view(before));

  program.click("graph.ways.0");
  drag_to(0, 1);
  EXPECT_FALSE(has_edge(*graph_mask(saved()), 1, 0));
  EXPECT_TRUE(has_edge(*graph_mask(saved()), 0, 1)) << "one way only";
}

TEST_F(GraphView, AnArrowShowsAndPinsItsCell) {
  program.click("graph.edge[2][1]");
  const auto selection = parse_view(saved().view).selection;
  EXPECT_EQ(selection, (Cell{2, 1}));
  program.click("mask.0.remove");
  EXPECT_FALSE(program.shows("graph.tool.1"));
  program.click("graph.make");
  EXPECT_NE(graph_mask(saved()), nullptr);
}

}  // namespace
}  // namespace attn::test::graph_view_test
