#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test {
namespace {

/// Only what changed is drawn: it must look like what is drawn as a whole.
class Changes : public testing::Test {
 protected:
  /// What the window shows, and the same after another size, for which all was drawn anew.
  void expect_whole(const std::string& after) {
    const Picture kept = program.settled_picture();
    desktop.resize_window(1201, 801);
    program.settled_picture();
    desktop.resize_window(1200, 800);
    const Difference difference = compare(kept, program.settled_picture());
    EXPECT_EQ(difference.max, 0) << "after " << after;
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1200x800"};
};

TEST_F(Changes, LookLikeTheWholeDrawnAnew) {
  program.click("weights[5][3]");
  program.double_click("embeddings[5][0]");
  program.type("1.5\n");
  program.rest();
  expect_whole("a number that was typed");
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

}  // namespace
}  // namespace attn::test
