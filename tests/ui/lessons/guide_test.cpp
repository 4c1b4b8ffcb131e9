// The guide in the window.

#include "app/document/shelf/guide.h"

#include <optional>

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

  /// Place of the first word of the page's heading, which is larger than in the list of pages.
  std::optional<double> heading_of(std::size_t n) {
    const std::string& title = guide_pages()[n].title;
    for (const DrawnText& one : program.drawn()) {
      if (one.text == title.substr(0, title.find(' ')) && one.box.height > 24) return one.box.y;
    }
    return std::nullopt;
  }
  void expect_page(std::size_t n) {
    EXPECT_EQ(program.text("guide"), guide_pages()[n].file);
    EXPECT_GT(heading_of(n).value_or(0), program.control("guide").y);
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
  const auto before = heading_of(1);
  program.key("Down");
  EXPECT_LT(heading_of(1), before);
  program.key("End");
  program.key("Home");
  EXPECT_EQ(heading_of(1), before);
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
  // It scrolls to the link that has the keyboard.
  for (std::size_t n = 4; n < guide_pages().size(); ++n) program.key("Tab");
  program.click("guide.link[0]");
  expect_page(7);
}

TEST_F(Guide, KeepsTheKeyboardToItself) {
  const std::string undo = program.text("undo");
  program.key("g");
  program.key("ctrl+n");
  EXPECT_TRUE(program.shows("guide"));
  EXPECT_EQ(program.text("undo"), undo);
  desktop.input({"mousemove", "5", "300", "click", "1"});
  EXPECT_TRUE(eventually([&] { return !program.shows("guide"); }));
}

}  // namespace
}  // namespace attn::test::guide_test
