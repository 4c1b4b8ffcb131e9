// The smallest window that all goes into.

#include <cmath>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test::small_window_test {
namespace {

class SmallWindow : public testing::Test {
 protected:
  /// Whether a tooltip comes that has `words` in it.
  bool tells(const std::string& control, const std::string& words) {
    const Rect box = program.control(control);
    desktop.input({"mousemove", std::to_string(std::lround(box.x + box.width / 2)),
                   std::to_string(std::lround(box.y + box.height / 2))});
    return eventually([&] { return program.text("tooltip").find(words) != std::string::npos; });
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1024x640"};
};

TEST_F(SmallWindow, HasTheWholeOfWhatIsShortenedInATooltip) {
  program.click("sentence");
  program.key("ctrl+a");
  const std::string token = "Donaudampfschifffahrtsgesellschaft";
  program.type(token + " b\n");
  EXPECT_TRUE(tells("tokens[0]", token));
  EXPECT_TRUE(tells("tokens[0]", "rename")) << "and what the control does";
}

TEST_F(SmallWindow, APresenterSeesOneLineOfMathematics) {
  program.key("F5");
  const Rect line = program.control("inspector.line");
  const Rect panel = program.control("inspector");
  EXPECT_GT(line.height, 20) << "it is cut";
  EXPECT_GT(line.width, 200);
  EXPECT_GE(line.y, panel.y);
  EXPECT_LE(line.y + line.height, panel.y + panel.height);
  EXPECT_LE(line.x + line.width, panel.x + panel.width);
}

}  // namespace
}  // namespace attn::test::small_window_test
