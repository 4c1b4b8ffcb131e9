// Ctrl+Plus, Ctrl+Minus, Ctrl+0 and View → Size change the size of type, which stays for the
// screen.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::type_size_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

class TypeSize : public testing::Test {
 protected:
  static double height(OpenProgram& program) { return program.control("sentence").height; }
  static bool becomes(OpenProgram& program, double wanted) {
    constexpr double kRounded = 1;
    return eventually([&] { return std::abs(height(program) - wanted) <= kRounded; });
  }

  Desktop desktop;
  TemporaryFolder data;
};

TEST_F(TypeSize, FollowsTheKeysAndIsThereInTheNextWindow) {
  double usual = 0, larger = 0;
  {
    OpenProgram program(desktop, kExample, "1600x1300", data.path());
    usual = height(program);
    for (int n = 0; n < 3; ++n) program.key("ctrl+plus");  // 110, 125, 150 %
    EXPECT_TRUE(becomes(program, 1.5 * usual));
    larger = height(program);
    program.key("ctrl+minus");
    EXPECT_TRUE(becomes(program, 1.25 * usual));
    program.click("sentence");
    program.key("ctrl+plus");
    EXPECT_TRUE(becomes(program, larger)) << "while a field has the keyboard";
  }
  {
    OpenProgram program(desktop, kExample, "1600x1300", data.path());
    EXPECT_TRUE(becomes(program, larger));
    program.key("ctrl+0");
    EXPECT_TRUE(becomes(program, usual));
  }
  OpenProgram program(desktop, kExample, "1600x1300", data.path());
  EXPECT_TRUE(becomes(program, usual));
}

TEST_F(TypeSize, IsNoLargerThanTheWindowHasRoomFor) {
  OpenProgram program(desktop, kExample, "1280x800", data.path());
  const double usual = height(program);
  program.click("menu.View");
  program.click("menu.Size");
  program.click("menu.size.250");
  EXPECT_TRUE(becomes(program, 1.25 * usual));
  EXPECT_EQ(program.text("message"), "Size 250 %: this window has room for 125 %");
  program.resize(1600, 1300);
  EXPECT_TRUE(becomes(program, 1.5 * usual));
  program.click("menu.View");
  program.click("menu.Size");
  program.click("menu.size.80");
  EXPECT_TRUE(becomes(program, 0.8 * usual));
}

TEST_F(TypeSize, OfTheWindowIsThereInTheNextOne) {
  const auto end_of_view = [](OpenProgram& program) {
    const Rect view = program.control("view");
    return view.y + view.height;
  };
  double before = 0;
  {
    OpenProgram program(desktop, kExample, "", data.path());
    program.resize(1200, 760);
    ASSERT_TRUE(eventually([&] { return end_of_view(program) < 760; }));
    program.settle();
    before = end_of_view(program);
    program.key("F11");
    ASSERT_TRUE(eventually([&] { return end_of_view(program) > 900; }));
  }
  OpenProgram program(desktop, kExample, "", data.path());
  EXPECT_TRUE(eventually([&] { return end_of_view(program) == before; }));
}

}  // namespace
}  // namespace attn::test::type_size_test
