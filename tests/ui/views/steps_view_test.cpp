// The pipeline by mouse and keyboard, in the real window.

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::steps_view_test {
namespace {

class StepsView : public testing::Test {
 protected:
  int open() { return parse_view(parse_scene(program.saved()).view).options.steps.open; }
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
};

TEST_F(StepsView, SpaceAndArrowsOpenOneStepAfterTheOther) {
  program.click("tab.steps");
  program.rest();
  EXPECT_TRUE(program.shows("steps.embeddings"));
  program.key("space");
  EXPECT_TRUE(eventually([&] { return program.shows("steps.x"); }));
  program.key("Right");
  EXPECT_TRUE(eventually([&] { return program.shows("steps.q"); }));
  program.key("Left");
  EXPECT_TRUE(eventually([&] { return !program.shows("steps.q"); }));
  EXPECT_EQ(open(), 1);
  program.key("Left");
  program.key("Left");
  EXPECT_EQ(open(), 0) << "there is none before the first";
  program.click("steps.step[7]");
  program.rest();
  EXPECT_TRUE(eventually([&] { return program.shows("steps.weights"); }));
  EXPECT_EQ(open(), 7);
}

TEST_F(StepsView, SpaceIsForTheTextOrTheControlThatHasTheKeyboard) {
  program.click("tab.steps");
  program.click("sentence");
  program.key("End");
  program.key("space");
  program.key("Escape");
  EXPECT_EQ(open(), 0);
  for (int n = 0; n < 80 && program.text("focus") != "tab.weights"; ++n) program.key("Tab");
  ASSERT_EQ(program.text("focus"), "tab.weights");
  program.key("space");
  program.settle();
  EXPECT_TRUE(program.shows("weights")) << "the tab was pressed";
  EXPECT_EQ(open(), 0) << "and no step was made";
}

TEST_F(StepsView, RestsWhenItHasSlid) {
  program.click("tab.steps");
  program.rest();
  program.key("space");
  program.settle();
  const double before = program.cpu_seconds();
  const Picture first = program.settled_picture();
  EXPECT_LT(program.cpu_seconds() - before, 0.5);
  EXPECT_EQ(compare(first, program.settled_picture()).max, 0);
}

TEST_F(StepsView, PointingAtAScoreLightsARowOfQueriesAndAColumnOfKeys) {
  program.click("tab.steps");
  program.click("steps.step[5]");
  program.key("Escape");  // the pinned pair would be lit
  program.rest();
  const Picture dark = program.settled_picture();
  const Rect raw = program.control("steps.unscaled"), k = program.control("steps.k");
  desktop.input({"mousemove", std::to_string(std::lround(raw.x + raw.width * 4.5 / 6)),
                 std::to_string(std::lround(raw.y + raw.height * 2.5 / 6))});
  const Picture lit = program.settled_picture();
  // At the edge where the row (of K transposed: the column) begins.
  const auto changes = [&](const Rect& matrix, double across, double down, int dx, int dy) {
    const int x = static_cast<int>(std::lround(matrix.x + matrix.width * across));
    const int y = static_cast<int>(std::lround(matrix.y + matrix.height * down));
    for (int step = -2; step <= 2; ++step) {
      for (int c = 0; c < 3; ++c) {
        const int before = dark.at(x + step * dx, y + step * dy)[c];
        if (std::abs(before - lit.at(x + step * dx, y + step * dy)[c]) > 20) return true;
      }
    }
    return false;
  };
  const Rect q = program.control("steps.q");
  for (int n = 0; n < 6; ++n) {
    EXPECT_EQ(changes(q, 0, (n + 0.5) / 6, 1, 0), n == 2) << n;
    EXPECT_EQ(changes(k, (n + 0.5) / 6, 0, 0, 1), n == 4) << n;
  }
}

TEST_F(StepsView, AShuffleLeavesTheSceneAsItIs) {
  const Scene before = parse_scene(program.saved());
  program.click("tab.symmetry");
  program.rest();
  EXPECT_TRUE(program.shows("symmetry.after.1"));
  const Picture first = program.settled_picture();
  program.click("symmetry.shuffle");
  program.rest();
  EXPECT_GT(compare(first, program.settled_picture()).max, 50);
  const Scene after = parse_scene(program.saved());
  EXPECT_EQ(after.tokens, before.tokens);
  EXPECT_EQ(after.embeddings, before.embeddings);
  EXPECT_EQ(parse_view(after.view).options.symmetry.seed, 2U);
  program.click("symmetry.order");
  EXPECT_EQ(parse_view(parse_scene(program.saved()).view).options.symmetry.seed, 0U);
}

}  // namespace
}  // namespace attn::test::steps_view_test
