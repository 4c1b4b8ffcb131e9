// The links' view, by mouse and keyboard in the real window.

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::links_view_test {
namespace {

class LinksView : public testing::Test {
 protected:
  LinksView() {
    program.click("group.pictures");
    program.click("tab.links");
  }
  ViewState view() { return parse_view(parse_scene(program.saved()).view); }
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/08-it.attn.json"};
};

TEST_F(LinksView, ATokenChoosesTheQueryOrTheKey) {
  program.click("links.query[8]");
  ASSERT_TRUE(view().selection);
  EXPECT_EQ(view().selection->query, 8);
  program.click("links.key[1]");
  EXPECT_EQ(view().selection, (Cell{8, 1}));
  program.key("Up");
  EXPECT_EQ(view().selection->query, 7);
  program.click("links.cells[5]");
  EXPECT_EQ(view().head, 5) << "a cell of a heatmap selects its head, too";
}

TEST_F(LinksView, ALinkSelectsItsHeadAndPair) {
  program.click("links.query[8]");
  program.rest();
  program.click("links.link[5][1]");
  EXPECT_EQ(view().selection, (Cell{8, 1}));
  EXPECT_EQ(view().head, 5);
}

TEST_F(LinksView, TheSquareOfAHeadShowsAndHidesItsLinks) {
  program.rest();
  const Picture before = program.settled_picture();
  program.click("links.head[2]");
  EXPECT_EQ(view().options.links.heads, (std::vector<Index>{0, 1, 3, 4, 5, 6, 7}));
  EXPECT_FALSE(program.shows("links.cells[2]"));
  program.rest();
  EXPECT_GT(compare(before, program.settled_picture()).max, 40);
  program.click("links.head[2]");
  EXPECT_EQ(view().options.links.heads, std::nullopt);
  EXPECT_TRUE(program.shows("links.cells[2]"));
}

TEST_F(LinksView, WhatIsChosenAboveIsKeptWithTheScene) {
  program.click("links.arrangement.1");
  program.click("links.queries.0");
  program.drag_within("links.threshold", 0.05, 0.5);
  ViewOptions::TokenLinks options = view().options.links;
  EXPECT_TRUE(options.are_lines);
  EXPECT_FALSE(options.of_all);
  EXPECT_NEAR(options.threshold, 0.5, 0.1);
  program.click("links.cut.1");
  EXPECT_EQ(view().options.links.share, 0.9);
  program.drag_within("links.share", 0.9, 0.4);
  options = view().options.links;
  ASSERT_TRUE(options.share);
  EXPECT_NEAR(*options.share, 0.4, 0.1);
  program.click("links.cut.0");
  EXPECT_EQ(view().options.links.share, std::nullopt);
}

}  // namespace
}  // namespace attn::test::links_view_test
