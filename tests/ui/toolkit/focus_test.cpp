#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/ui/toolkit/keyboard.h"
#include "tests/ui/desktop.h"

namespace attn::ui::focus_test {
namespace {

/// One frame with these controls, in which Tab (or Shift+Tab) is pressed. Answers who has the
/// keyboard in the next.
std::string after_tab(Focus& focus, const std::vector<std::string>& controls, int mods = 0) {
  Keyboard keys;
  for (const std::string& control : controls) focus.stop(control);
  keys.add({GLFW_KEY_TAB, mods, ""});
  EXPECT_TRUE(focus.end_frame(keys));
  std::string found;
  for (const std::string& control : controls) {
    if (!focus.stop(control)) continue;
    found = control;
    EXPECT_TRUE(focus.take_arrival());
    EXPECT_FALSE(focus.take_arrival()) << "it comes once";
  }
  focus.end_frame(keys);
  return found;
}

TEST(Focus, GoesRoundInTheOrderOfTheControls) {
  const std::vector<std::string> controls = {"a", "b", "c"};
  Focus focus;
  EXPECT_EQ(after_tab(focus, controls), "a");
  EXPECT_EQ(after_tab(focus, controls), "b");
  EXPECT_EQ(after_tab(focus, controls), "c");
  EXPECT_EQ(after_tab(focus, controls), "a");
  EXPECT_EQ(after_tab(focus, controls, GLFW_MOD_SHIFT), "c");
  EXPECT_EQ(after_tab(focus, controls, GLFW_MOD_SHIFT), "b");
}

TEST(Focus, StartsAnewWhereItsControlIsGone) {
  Focus focus;
  EXPECT_EQ(after_tab(focus, {"a", "b"}), "a");
  EXPECT_EQ(after_tab(focus, {"b", "c"}), "b");
  EXPECT_EQ(after_tab(focus, {}), "");
}

TEST(Focus, PressesAControlOfTheWindowByKeysAlone) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  program.rest();
  // The heading's fold and pin, the sentence, Self, Cross
  for (int i = 0; i < 5; ++i) program.key("Tab");
  program.key("Return");
  EXPECT_TRUE(test::eventually([&] { return program.shows("query-sentence"); }));
  EXPECT_TRUE(parse_scene(program.saved()).queries.has_value());
}

TEST(Appearance, PresentsFoldsAndPins) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json", "1440x1050");
  program.click("section.temperature");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("temperature.slider"); }));
  program.click("section.temperature");
  EXPECT_TRUE(test::eventually([&] { return program.shows("temperature.slider"); }));

  program.click("section.mask.pin");
  program.key("F5");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("sentence"); })) << "it is not pinned";
  EXPECT_TRUE(program.shows("temperature.slider"));
  EXPECT_TRUE(program.shows("section.mask")) << "it was pinned by hand";
  EXPECT_FALSE(program.shows("section.heads"));
  program.key("F5");
  EXPECT_TRUE(test::eventually([&] { return program.shows("sentence"); }));

  program.key("F1");
  EXPECT_TRUE(test::eventually([&] { return program.shows("keys"); }));
  program.rest();
  EXPECT_EQ(program.text("cut.0"), "");
  program.key("Escape");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("keys"); }));
}

TEST(Appearance, TurnsDarkAndStaysSo) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  const auto is_dark = [&] { return desktop.picture().at(2, 400)[0] < 0x40; };
  EXPECT_FALSE(is_dark());
  program.click("menu.View");
  program.click("menu.theme");
  EXPECT_TRUE(test::eventually(is_dark));
}

}  // namespace
}  // namespace attn::ui::focus_test
