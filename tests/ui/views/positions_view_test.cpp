// The view of positions, by mouse and keyboard in the real window.

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::positions_view_test {
namespace {

class PositionsView : public testing::Test {
 protected:
  ViewState view() { return parse_view(parse_scene(program.saved()).view); }
  ViewOptions::Positions options() { return view().options.positions; }
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/40-sinusoidal-positions.attn.json"};
};

TEST_F(PositionsView, ShowsEachPart) {
  const std::vector<std::pair<std::string, std::string>> parts = {
      {"encoding", "positions.P"},
      {"frequencies", "positions.wave[3]"},
      {"similarity", "positions.similarity"},
      {"rotation", "positions.dial[0]"},
      {"binary", "positions.bits"},
      {"effect", "positions.with"}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    program.click("positions.part." + std::to_string(i));
    EXPECT_TRUE(eventually([&] { return program.shows(parts[i].second); })) << parts[i].first;
    EXPECT_EQ(options().part, parts[i].first);
  }
}

TEST_F(PositionsView, DrawsTheDimensionsThatAreClicked) {
  program.click("positions.part.1");
  const Picture before = program.settled_picture();
  program.click("positions.wave[5]");
  const std::vector<Index> with = options().dimensions;
  EXPECT_NE(std::ranges::find(with, 10), with.end()) << "the sine of wave 5";
  program.rest();
  EXPECT_GT(compare(before, program.settled_picture()).max, 40);
  program.click("positions.wave[5]");
  const std::vector<Index> without = options().dimensions;
  EXPECT_EQ(std::ranges::find(without, 10), without.end());
}

TEST_F(PositionsView, TurnsTheDials) {
  program.click("positions.part.3");
  EXPECT_EQ(options().shift, 5);
  program.drag("positions.dial[0]", 40, 0);
  const int dragged = options().shift;
  EXPECT_GT(dragged, 5);
  program.key("ctrl+z");  // what is looked at is no edit of the scene
  EXPECT_EQ(options().shift, dragged);
  program.double_click("positions.shift.field");
  program.key("ctrl+a");
  program.type("-3\n");
  EXPECT_EQ(options().shift, -3);
  program.double_click("positions.start");
  program.key("ctrl+a");
  program.type("2\n");
  EXPECT_EQ(options().start, 2);
  program.drag_within("positions.shift", 0.1, 0.9);
  EXPECT_GT(options().shift, 20);
}

TEST_F(PositionsView, ShowsAsManyPositionsAsAsked) {
  program.double_click("positions.rows");
  program.key("ctrl+a");
  program.type("100\n");
  EXPECT_EQ(options().rows, 100);
  program.double_click("positions.rows");
  program.key("ctrl+a");
  program.type("many\n");
  EXPECT_EQ(options().rows, 100) << "no number changes nothing";
}

}  // namespace
}  // namespace attn::test::positions_view_test
