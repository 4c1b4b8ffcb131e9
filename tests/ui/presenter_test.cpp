// Tests presenter mode through the UI map.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/view/view_kinds.h"
#include "tests/ui/desktop.h"
#include "tests/ui/text_layout.h"

namespace attn::test::presenter_test {
namespace {

class Presented : public testing::Test {
 protected:
  Presented() {
    program.key("F5");
    program.rest();
  }
  void mouse_to(int x, int y) {
    desktop.input({"mousemove", std::to_string(x), std::to_string(y)});
    program.settle();
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1280x800"};
};

TEST_F(Presented, TheNumbersOfASixWordSentenceAreLarge) {
  const auto controls = program.controls();
  int numbers = 0;
  for (const auto& [name, box] : controls) {
    if (!name.starts_with("weights[") || !name.ends_with(".number")) continue;
    EXPECT_GE(box.height, 30) << name;
    EXPECT_NEAR(box.height, 34, 2) << name;
    const Rect& cell = controls.at(name.substr(0, name.size() - std::string(".number").size()));
    EXPECT_LT(box.width, cell.width) << name;
    ++numbers;
  }
  EXPECT_EQ(numbers, 36);
  const Rect first = program.control("weights[0][0]");
  EXPECT_NEAR(first.x, 134, 16);
  EXPECT_NEAR(first.y, 66, 6);
  EXPECT_NEAR(first.width, 126, 4);
  EXPECT_NEAR(first.height, 100, 4);
  const double pitch = program.control("row.1").y - program.control("row.0").y;
  EXPECT_NEAR(pitch, 48, 1);
  EXPECT_EQ(layout_troubles(program), "");
}

TEST_F(Presented, OneLineOfMathematicsAndNoControlsOfTheWindow) {
  const Rect line = program.control("inspector.line");
  EXPECT_GT(line.y, 683 - 4);
  EXPECT_LE(line.y + line.height, 800);
  EXPECT_GT(line.width, 900) << "it fills the width";
  for (const char* name : {"menu.File", "menu.View", "group.numbers", "group.menu", "tab.weights",
                           "export", "view.menu", "legend", "sentence", "score", "inspector.fold",
                           "splitter.left", "splitter.right", "section.mask"}) {
    EXPECT_FALSE(program.shows(name)) << name;
  }
  EXPECT_TRUE(program.shows("temperature.slider"));
}

TEST_F(Presented, ShowsAnyView) {
  for (std::size_t n = 0; n < view_kinds().size(); ++n) {
    program.key("ctrl+Tab");
    program.rest();
    const std::string view = program.text("view");
    EXPECT_FALSE(program.shows("tab.weights")) << view;
    EXPECT_TRUE(program.shows("inspector.line")) << view;
    EXPECT_EQ(layout_troubles(program), "") << view;
    for (const char* tool : {"graph.make", "compare.add", "compare.remove", "curve.textbook"}) {
      EXPECT_FALSE(program.shows(tool)) << view;
    }
    const Rect room = program.control("view");
    EXPECT_GT(room.width * room.height, 0.54 * 1280 * 800) << view;
  }
}

TEST_F(Presented, TheMenuComesToTheMouse) {
  mouse_to(400, 1);
  ASSERT_TRUE(program.shows("menu.View"));
  program.click("menu.View");
  program.click("menu.Views");
  program.click("menu.view.plane");
  mouse_to(400, 500);
  EXPECT_TRUE(eventually([&] { return !program.shows("menu.View"); }));
  EXPECT_TRUE(program.shows("plane.inputs.token[0]"));
  mouse_to(400, 1);
  program.click("menu.View");
  program.click("menu.present");
  EXPECT_TRUE(eventually([&] { return program.shows("sentence"); }));
}

TEST_F(Presented, DragsTheTemperatureAndKeepsItsPlace) {
  const Rect before = program.control("weights[3][3]");
  program.drag_within("temperature.slider", 0.5, 1.1);
  const Rect after = program.control("weights[3][3]");
  EXPECT_EQ(after.x, before.x);
  EXPECT_EQ(after.y, before.y);
  EXPECT_EQ(program.text("undo"), "Change the temperature");
}

TEST_F(Presented, TakesAShareOfAnyWindow) {
  for (const auto& [width, height] : {std::pair(1024, 640), std::pair(1600, 1000)}) {
    program.resize(width, height);
    program.settle();
    const double share = width / 1280.0;
    EXPECT_NEAR(program.control("weights[0][0].number").height, 34 * share, 3.5);
    EXPECT_EQ(layout_troubles(program), "") << width;
  }
}

TEST(PresentedTable, StandsWholeBesideTheMatrix) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json", "1280x800");
  program.click("section.embeddings.table.pin");
  program.key("F5");
  program.rest();
  const Rect last = program.control("embeddings[5][2]"), value = program.control("values[5][0]");
  EXPECT_LE(last.x + last.width, value.x);
  EXPECT_LE(value.x + value.width, program.control("weights[0][0]").x);
  EXPECT_NEAR(value.width, program.control("values[0][0]").width, 0.5);
  for (const char* tool : {"embeddings.menu", "values.menu", "tokens.add"}) {
    EXPECT_FALSE(program.shows(tool)) << tool;
  }
  EXPECT_GE(program.control("weights[0][0].number").height, 23) << "beside the row, too";
  EXPECT_EQ(layout_troubles(program), "");
}

TEST(PresentedLesson, IsBesideItsStage) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json", "1280x800");
  program.click("menu.Lessons");
  program.click("menu.lesson.0");
  ASSERT_TRUE(eventually([&] { return program.shows("lesson"); }));
  program.key("F5");
  EXPECT_TRUE(eventually([&] { return !program.shows("menu.File"); }));
  const Rect lesson = program.control("lesson"), stage = program.control("stage");
  EXPECT_LE(lesson.x + lesson.width, stage.x);
  EXPECT_GT(stage.width, 500);
  EXPECT_FALSE(program.shows("tab.weights"));
  for (int step = 0; step < 3; ++step) {
    program.click("lesson.step." + std::to_string(step));
    desktop.input({"mousemove", std::to_string(static_cast<int>(lesson.x + 4)), "796"});
    program.settle();
    EXPECT_EQ(layout_troubles(program), "") << "step " << step;
  }
}

}  // namespace
}  // namespace attn::test::presenter_test
