// Drags points of the plane with the real mouse, and checks the scene that is saved.

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/ui/desktop.h"

namespace attn::test::plane_view_test {
namespace {

Scene without_view(Scene scene) {
  scene.view = "{}";
  return scene;
}

TEST(PlaneView, DraggingAWordMovesItsEmbeddingInOneStep) {
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/60-plane.attn.json"};
  const Scene before = without_view(parse_scene(program.saved()));
  const auto pixels = [&](int n) {
    return program.control("plane.inputs.token[" + std::to_string(n) + "]");
  };
  // Pixels for one unit, from two words that stand apart.
  const Matrix& old = *before.embeddings;
  const double unit = (pixels(6).x - pixels(1).x) / static_cast<double>(old(6, 0) - old(1, 0));
  const Rect other = pixels(6);

  program.drag("plane.inputs.token[1]", 60, 40);
  const Matrix moved = *parse_scene(program.saved()).embeddings;
  EXPECT_NEAR(moved(1, 0) - old(1, 0), 60 / unit, 0.05);
  EXPECT_NEAR(moved(1, 1) - old(1, 1), -40 / unit, 0.05) << "down is less";
  for (const Index n : {0, 2, 3, 4, 5, 6}) EXPECT_EQ(moved.row(n), old.row(n));
  EXPECT_NEAR(pixels(6).x, other.x, 0.5) << "the range stays";

  program.rest();
  program.key("ctrl+z");
  EXPECT_EQ(without_view(parse_scene(program.saved())), before) << "a drag is one step";
}

TEST(PlaneView, ChoosesSpacesAndAxes) {
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
  program.click("tab.plane");
  EXPECT_TRUE(program.shows("plane.inputs.token[5]"));
  program.click("plane.inputs.token[3]");
  program.click("plane.axes.1");
  EXPECT_TRUE(program.shows("plane.x"));
  program.click("plane.y");
  program.click("plane.y.2");
  program.click("plane.space.1");
  EXPECT_TRUE(program.shows("plane.keys.query[0]"));
  EXPECT_FALSE(program.shows("plane.inputs.token[5]"));
  const std::string view = parse_scene(program.saved()).view;
  EXPECT_NE(view.find(R"("query":3)"), std::string::npos) << view;
  EXPECT_NE(view.find(R"("axes":[0,2])"), std::string::npos) << view;
  EXPECT_NE(view.find(R"("space":"keys")"), std::string::npos) << view;
  program.drag("plane.keys.token[4]", 10, 30);
  EXPECT_NE(parse_scene(program.saved()).embeddings->row(4), RowVector::Unit(3, 0) * -2);
}

}  // namespace
}  // namespace attn::test::plane_view_test
