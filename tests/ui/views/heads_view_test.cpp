// The heads' view, by mouse and keyboard in the real window.

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::heads_view_test {
namespace {

class HeadsView : public testing::Test {
 protected:
  ViewState view() { return parse_view(parse_scene(program.saved()).view); }
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/08-it.attn.json"};
};

TEST_F(HeadsView, SelectsAndEnlargesHeads) {
  for (int h = 0; h < 8; ++h) {
    EXPECT_TRUE(program.shows("heads.head[" + std::to_string(h) + "]")) << h;
  }
  program.click("heads.head[2].cells");
  EXPECT_EQ(view().head, 2);
  const Rect panel = program.control("heads.head[7]");
  desktop.input({"mousemove", std::to_string(static_cast<int>(panel.x + 12)),
                 std::to_string(static_cast<int>(panel.y + 12)), "click", "1"});
  EXPECT_TRUE(eventually([&] { return view().head == 7; }));
  EXPECT_EQ(view().tab, "heads");
  program.double_click("heads.head[5].cells");
  EXPECT_TRUE(eventually([&] { return program.shows("weights"); }));
  EXPECT_EQ(view().tab, "weights");
  EXPECT_EQ(view().head, 5);
}

TEST_F(HeadsView, LinksFollowTheQueryAndTheShare) {
  program.click("heads.queries");  // the middle of 12: the seventh
  ASSERT_TRUE(view().selection);
  EXPECT_EQ(view().selection->query, 6);
  program.rest();
  const Picture before = program.settled_picture();
  program.drag_within("heads.share", 0.7, 1.2);
  EXPECT_EQ(view().options.heads.share, 1);
  program.rest();
  EXPECT_GT(compare(before, program.settled_picture()).max, 40) << "more links";
  program.key("Up");
  EXPECT_EQ(view().selection->query, 5);
}

TEST_F(HeadsView, ShowsOutputsSideBySide) {
  program.click("heads.of.1");
  EXPECT_TRUE(eventually([&] { return !program.shows("heads.links"); }));
  EXPECT_TRUE(program.shows("heads.head[7].cells"));
  EXPECT_TRUE(view().options.heads.are_outputs);
}

}  // namespace
}  // namespace attn::test::heads_view_test
