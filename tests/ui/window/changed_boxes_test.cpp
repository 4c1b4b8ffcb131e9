#include <chrono>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test::changed_boxes_test {
namespace {

/// Only what changed is drawn: it must look like what is drawn as a whole. The parameter is the
/// name that the driver gives its renderer, as which it is drawn on the window or into a kept
/// picture; empty for its own.
class ChangedBoxes : public testing::TestWithParam<std::string> {
 protected:
  /// Mesa reads it when the program starts.
  static std::string started_as(const std::string& renderer) {
    renderer.empty() ? unsetenv("force_gl_renderer")
                     : setenv("force_gl_renderer", renderer.c_str(), 1);
    return "assets/examples/01-sleepy-child.attn.json";
  }

  void TearDown() override { unsetenv("force_gl_renderer"); }

  /// Compares the window with a full redraw after a change of size.
  void expect_whole(const std::string& after) {
    const Picture kept = program.settled_picture();
    program.resize(1201, 801);
    program.settle();
    program.resize(1200, 800);
    EXPECT_EQ(compare(kept, program.settled_picture()).max, 0) << "after " << after;
  }

  Desktop desktop;
  OpenProgram program{desktop, started_as(GetParam()), "1200x800"};
};

TEST_P(ChangedBoxes, LookLikeTheWholeDrawnAnew) {
  program.click("weights[5][3]");
  program.double_click("embeddings[5][0]");
  program.type("1.5\n");
  program.rest();
  expect_whole("a number that was typed");
  program.click("temperature");
  program.key("ctrl+a");
  program.type("0.3\n");
  program.rest();
  expect_whole("another temperature");
  program.click("tab.heads");
  program.click("tab.graph");
  program.rest();
  expect_whole("another view");
  program.key("F5");
  program.key("F5");
  program.click("tab.weights");
  program.rest();
  expect_whole("presenter mode and back");
  program.key("ctrl+h");
  program.key("ctrl+z");
  program.rest();
  expect_whole("the history panel");
}

TEST_P(ChangedBoxes, AreAllWhereTheWindowWasCovered) {
  const Picture before = program.settled_picture();
  desktop.cover();
  const Difference difference = compare(before, program.settled_picture());
  EXPECT_EQ(difference.max, 0);
}

INSTANTIATE_TEST_SUITE_P(Drawn, ChangedBoxes, testing::Values("", "a card"),
                         [](const testing::TestParamInfo<std::string>& info) {
                           return info.param.empty() ? "OnTheWindow" : "IntoAPicture";
                         });

}  // namespace
}  // namespace attn::test::changed_boxes_test
