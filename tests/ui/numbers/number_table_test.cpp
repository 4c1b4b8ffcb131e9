#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "app/ui/numbers/number_interaction.h"

namespace attn::ui::number_table_test {
namespace {

TEST(DraggedNumber, MovesInRoundSteps) {
  EXPECT_EQ(dragged_number(0, 40, false, false), 1.F);
  EXPECT_EQ(dragged_number(0, 12, false, false), 0.3F) << "not 0.30000001";
  EXPECT_EQ(dragged_number(0.26, 4, false, false), 0.4F) << "onto the grid of tenths";
  EXPECT_EQ(dragged_number(2, -4, false, false), 1.9F);
  EXPECT_EQ(dragged_number(-0.2, 8, false, false), 0.F);
  EXPECT_EQ(dragged_number(250, 4, false, false), 260.F) << "a tenth of its order";
}

TEST(DraggedNumber, IsFineWithShiftAndCoarseWithControl) {
  EXPECT_EQ(dragged_number(1, 4, true, false), 1.01F);
  EXPECT_EQ(dragged_number(1, 4, false, true), 2.F);
}

TEST(DraggedNumber, StaysUntilItIsMoved) {
  EXPECT_EQ(dragged_number(0.123456, 3, false, false), 0.123456F);
  EXPECT_EQ(dragged_number(1e30, 0, false, false), 1e30F);
}

TEST(LineEdit, ReplacesWhatIsSelectedAndEditsAtTheCaret) {
  LineEdit edit;
  edit.start("-0.5");
  EXPECT_TRUE(edit.take_key({0, 0, "3"}));
  EXPECT_TRUE(edit.take_key({0, 0, "."}));
  EXPECT_TRUE(edit.take_key({0, 0, "5"}));
  EXPECT_EQ(edit.text, "3.5");
  EXPECT_TRUE(edit.take_key({GLFW_KEY_LEFT, 0, ""}));
  EXPECT_TRUE(edit.take_key({0, 0, "2"}));
  EXPECT_EQ(edit.text, "3.25");
  EXPECT_TRUE(edit.take_key({GLFW_KEY_DELETE, 0, ""}));
  EXPECT_TRUE(edit.take_key({GLFW_KEY_BACKSPACE, 0, ""}));
  EXPECT_EQ(edit.text, "3.");
  EXPECT_TRUE(edit.take_key({GLFW_KEY_HOME, 0, ""}));
  EXPECT_TRUE(edit.take_key({GLFW_KEY_BACKSPACE, 0, ""}));
  EXPECT_TRUE(edit.take_key({GLFW_KEY_LEFT, 0, ""}));
  EXPECT_EQ(edit.caret, 0U);
  EXPECT_FALSE(edit.take_key({GLFW_KEY_ENTER, 0, ""})) << "not its own";
  EXPECT_FALSE(edit.take_key({GLFW_KEY_Z, GLFW_MOD_CONTROL, ""}));
}

}  // namespace
}  // namespace attn::ui::number_table_test
