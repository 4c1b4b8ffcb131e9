// Tests that input during slow frames is not lost.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::slow_frames_test {
namespace {

std::string pixel(double x) { return std::to_string(static_cast<int>(x)); }

TEST(SlowFrames, ADragBetweenTwoTurnsADial) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/40-sinusoidal-positions.attn.json");
  program.click("positions.part.3");
  const Rect dial = program.control("positions.dial[0]");
  const double x = dial.x + dial.width / 2;
  const std::string y = pixel(dial.y + dial.height / 2);
  program.between_frames(
      {"mousemove", pixel(x), y, "mousedown", "1", "mousemove", pixel(x + 40), y, "mouseup", "1"});
  program.rest();
  EXPECT_GT(parse_view(parse_scene(program.saved()).view).options.positions.shift, 5);
}

TEST(SlowFrames, TheLastOfManyKeysIsDrawnToItsEnd) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  std::string numbers;
  program.click("embeddings[0][0]");
  for (int i = 0; i < 60; ++i) numbers += std::to_string(i + 11) + "\n";
  program.type(numbers);
  program.between_frames({"type", "1234", "key", "Return", "key", "ctrl+h"});
  EXPECT_TRUE(eventually([&] { return program.shows("history.61"); }));
  EXPECT_FALSE(program.shows("history.0")) << "it scrolls in the second frame of its own";
}

TEST(SlowFrames, CtrlIsHeldForWhatWasTypedWithIt) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  const std::filesystem::path figure = program.scene_path().parent_path() / "other.png";
  program.key("ctrl+e");
  const Rect field = program.control("export.path");
  program.between_frames({"mousemove", pixel(field.x + field.width / 2),
                          pixel(field.y + field.height / 2), "click", "1", "key", "ctrl+a", "type",
                          figure.string(), "key", "Return"});
  program.click("export.start");
  EXPECT_TRUE(eventually([&] { return std::filesystem::exists(figure); }));
}

class Clicks : public testing::Test {
 protected:
  /// Two clicks on an empty place of the plane, the second `seconds` after the first.
  std::vector<std::string> two_clicks(const std::string& seconds) {
    const Rect plane = program.control("curve.plane");
    return {"mousemove",
            pixel(plane.x + plane.width * 0.06),
            pixel(plane.y + plane.height * 0.06),
            "click",
            "1",
            "sleep",
            seconds,
            "click",
            "1"};
  }
  std::size_t points() { return parse_scene(program.saved()).tokens.size(); }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/05-kernel-regression.attn.json"};
};

TEST_F(Clicks, TwoBetweenTwoFramesAreADoubleClick) {
  program.between_frames(two_clicks("0.01"));
  EXPECT_EQ(points(), 51u);
}

TEST_F(Clicks, TwoThatComeSlowlyAreNone) {
  // The window sleeps between them: that must not be taken for a slow frame.
  desktop.input(two_clicks("4"));
  program.settle();
  EXPECT_EQ(points(), 50u);
}

}  // namespace
}  // namespace attn::test::slow_frames_test
