// The guide in the window.

#include "app/document/shelf/guide.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test::guide_test {
namespace {

class Guide : public testing::Test {
 protected:
  void SetUp() override {
    program.click("menu.Help");
    program.click("menu.guide");
  }

  bool draws(const std::string& words) {
    return std::ranges::any_of(program.drawn(),
                               [&](const DrawnText& one) { return one.text == words; });
  }
  void expect_page(std::size_t n) {
    EXPECT_EQ(program.text("guide"), guide_pages()[n].file);
    EXPECT_TRUE(draws(guide_pages()[n].title));
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1024x640"};
};

TEST_F(Guide, OpensFromTheMenuAndReachesEveryPage) {
  expect_page(0);
  for (std::size_t n = 0; n < guide_pages().size(); ++n) {
    program.click("guide.page." + std::to_string(n));
    expect_page(n);
  }
  program.click("guide.close");
  EXPECT_FALSE(program.shows("guide"));
}

TEST_F(Guide, TurnsAndScrollsByKeys) {
  program.key("Right");
  expect_page(1);
  const double top = program.control("guide").y;
  const auto heading = [&] {
    for (const DrawnText& one : program.drawn()) {
      if (one.text == guide_pages()[1].title && one.box.height > 20) return one.box.y;
    }
    return -1e9;
  };
  EXPECT_GT(heading(), top);
  const double before = heading();
  program.key("Down");
  EXPECT_LT(heading(), before);
  program.key("End");
  program.key("Home");
  EXPECT_EQ(heading(), before);
  program.key("Left");
  expect_page(0);
  program.key("Escape");
  EXPECT_FALSE(program.shows("guide"));
}

TEST_F(Guide, FollowsLinksByMouseAndKeys) {
  program.key("Right");
  program.key("Left");
  // Tab walks the list of pages, then the links of the page.
  for (std::size_t n = 0; n < guide_pages().size(); ++n) program.key("Tab");
  EXPECT_EQ(program.text("focus"), "guide.link[0]");
  program.key("Return");
  expect_page(4);
  program.key("End");
  for (int n = 0; n < 20 && !program.shows("guide.link[0]"); ++n) program.key("Up");
  program.click("guide.link[0]");
  expect_page(6);
}

TEST_F(Guide, KeepsTheKeyboardToItself) {
  const std::string scene = program.text("undo");
  program.key("g");
  program.key("ctrl+n");
  EXPECT_TRUE(program.shows("guide"));
  EXPECT_EQ(program.text("undo"), scene);
  desktop.input({"mousemove", "5", "300", "click", "1"});
  EXPECT_TRUE(eventually([&] { return !program.shows("guide"); }));
}

}  // namespace
}  // namespace attn::test::guide_test
