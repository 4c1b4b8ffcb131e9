// Presenter mode and F11 fill the screen, and give the window its size back.

#include <utility>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test::full_screen_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";
constexpr double kHighestWindow = 900;  // the screen has 1400 rows

class FullScreen : public testing::Test {
 protected:
  static double end_of_view(OpenProgram& program) {
    const Rect view = program.control("view");
    return view.y + view.height;
  }
  static bool fills(OpenProgram& program) {
    return eventually([&] { return end_of_view(program) > kHighestWindow; });
  }

  Desktop desktop;
};

TEST_F(FullScreen, IsWithF11AndInPresenterModeUntilEsc) {
  OpenProgram program(desktop, kExample, "");
  const double before = end_of_view(program);
  const auto is_back = [&] { return eventually([&] { return end_of_view(program) == before; }); };
  ASSERT_LT(before, kHighestWindow);
  program.key("F11");
  EXPECT_TRUE(fills(program));
  program.key("F11");
  EXPECT_TRUE(is_back());
  program.key("F5");
  EXPECT_TRUE(fills(program));
  EXPECT_FALSE(program.shows("sentence"));
  program.key("Escape");
  EXPECT_TRUE(is_back());
  EXPECT_TRUE(program.shows("sentence"));
}

TEST_F(FullScreen, IsNotOfAPresenterWhoAskedForASize) {
  OpenProgram program(desktop, kExample, "1280x800");
  program.key("F5");
  program.settle();
  EXPECT_LT(end_of_view(program), 800);
  program.key("F11");
  EXPECT_TRUE(fills(program));
  program.key("Escape");
  EXPECT_TRUE(eventually([&] { return program.shows("sentence"); }));
  EXPECT_TRUE(eventually([&] { return end_of_view(program) < 800; }));
}

}  // namespace
}  // namespace attn::test::full_screen_test
