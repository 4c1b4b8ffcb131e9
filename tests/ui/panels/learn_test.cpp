// A scene learns by real input: a target is painted on the weights, Play goes there, a slider goes
// back, and all of it is one step of Undo. G shows the slopes of the numbers.

#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "engine/reference/attention.h"
#include "tests/ui/desktop.h"

namespace attn::test::learn_window_test {
namespace {

class LearnWindow : public testing::Test {
 protected:
  Scene saved() {
    Scene scene = parse_scene(program.saved());
    scene.view = "{}";
    return scene;
  }
  int step() {
    const std::string words = program.text("learn.step");
    return words.starts_with("step ") ? std::stoi(words.substr(5)) : 0;
  }
  void press(const std::string& name, const char* button) {
    const Rect box = program.control(name);
    desktop.input({"mousemove", std::to_string(static_cast<int>(box.x + box.width / 2)),
                   std::to_string(static_cast<int>(box.y + box.height / 2)), "mousedown", button,
                   "sleep", "0.1", "mouseup", button});
  }
  void right_click(const std::string& name) { press(name, "3"); }
  /// A window that learns does not come to rest: nobody waits for it.
  void click_play() { press("learn.play", "1"); }
  static float weight(const Scene& scene, Index i, Index j) {
    return evaluate_plainly(scene).heads[0].weights(i, j);
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
};

TEST_F(LearnWindow, GoesWhereItIsPaintedAndBack) {
  const Scene before = saved();
  program.click("learn.paint");
  program.click("weights[5][5]");
  program.click("weights[1][4]");
  EXPECT_EQ(saved(), before) << "a target changes nothing";
  right_click("weights[1][4]");
  program.key("Escape");
  click_play();
  ASSERT_TRUE(eventually([&] { return step() >= 25; }));
  click_play();
  ASSERT_TRUE(eventually([&] { return program.text("learn.play") == "Play"; }));
  program.rest();
  const Scene learned = saved();
  EXPECT_GT(weight(learned, 5, 5), 0.5F);
  EXPECT_LT(weight(learned, 1, 4), 0.3F) << "it was rubbed out";
  EXPECT_EQ(program.text("undo"), "Learn");

  // To its start: how far it is along after a tenth depends on how long it ran.
  program.drag_within("learn.back", 0.99, 0);
  ASSERT_TRUE(eventually([&] { return step() == 0; })) << step();
  EXPECT_EQ(weight(saved(), 5, 5), weight(before, 5, 5));
  program.key("ctrl+z");
  EXPECT_EQ(saved(), before) << "one run is one step";
}

TEST_F(LearnWindow, ShowsWhereNumbersWantToGo) {
  EXPECT_EQ(program.text("slope"), "");
  program.rest();
  program.key("g");
  ASSERT_TRUE(eventually([&] { return !program.text("slope").empty(); }));
  EXPECT_NE(program.text("slope").find("to raise Book → Reads"), std::string::npos);
  EXPECT_NE(program.text("slope.saliency").find("Book"), std::string::npos);
  EXPECT_EQ(program.text("temperature.slope"), "less") << "colder, more of the largest";
  program.key("g");
  EXPECT_TRUE(eventually([&] { return program.text("slope").empty(); }));
}

}  // namespace
}  // namespace attn::test::learn_window_test
