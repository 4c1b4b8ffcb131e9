#include <gtest/gtest.h>

#include "app/ui/panels/inspector_chain.h"
#include "tests/ui/desktop.h"

namespace attn::test::inspector_test {
namespace {

TEST(FirstEquation, HasOneSignAndNoneAfterWords) {
  EXPECT_EQ(ui::first_equation("s_{ij} = q \\cdot k = 0 \\cdot 2 = "), "s_{ij} = q \\cdot k = ");
  EXPECT_EQ(ui::first_equation("o = \\sum_{j=1} v = "), "o = \\sum_{j=1} v = ");
  const std::string words = "s_{ij} = 3\\text{, hidden by causal}\\text{:}\\;";
  EXPECT_EQ(ui::first_equation(words), words);
}

class Inspector : public testing::Test {
 protected:
  void point_at(OpenProgram& program, const std::string& name) {
    const Rect box = program.control(name);
    desktop.input({"mousemove", std::to_string(static_cast<int>(box.x + box.width / 2)),
                   std::to_string(static_cast<int>(box.y + box.height / 2))});
    program.settle();
  }

  Desktop desktop;
};

TEST_F(Inspector, ATermAndTheNumberItComesFromSayTheSame) {
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
  program.rest();
  EXPECT_EQ(program.text("inspector.says"), "");
  const std::string words = "x₁ of Book times x₁ of Reads adds 6 to the score";
  for (const char* name : {"inspector.step0.term1", "embeddings[3][1]"}) {
    point_at(program, name);
    EXPECT_TRUE(eventually([&] { return program.text("inspector.says") == words; })) << name;
  }
}

TEST_F(Inspector, FoldsToALineAndOpens) {
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1440x800"};
  const double open = program.control("inspector").height;
  const double cell = program.control("weights").height;
  program.click("inspector.fold");
  EXPECT_TRUE(eventually([&] { return program.shows("inspector.line"); }));
  EXPECT_LT(program.control("inspector").height, open / 3);
  EXPECT_GT(program.control("weights").height, cell) << "the matrix has the room";
  EXPECT_FALSE(program.shows("inspector.step0.term1"));
  program.click("inspector.fold");
  EXPECT_TRUE(eventually([&] { return program.shows("inspector.step0.term1"); }));
}

TEST_F(Inspector, ShowsWhatKeysBringToTheDimensionThatIsChosen) {
  OpenProgram program{desktop, "assets/examples/07-multi-head.attn.json"};
  EXPECT_TRUE(program.shows("inspector.part0.number"));
  program.click("inspector.column");
  program.click("inspector.column.0");
  // Four keys bring the same, a block each.
  EXPECT_TRUE(eventually([&] { return program.shows("inspector.part3"); }));
  const Rect first = program.control("inspector.part0"), last = program.control("inspector.part3");
  EXPECT_NEAR(first.width, last.width, 2);
  EXPECT_GT(last.x, first.x + 2 * first.width);
}

}  // namespace
}  // namespace attn::test::inspector_test
