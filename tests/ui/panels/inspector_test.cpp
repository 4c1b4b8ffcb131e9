#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/ui/panels/sections.h"
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

TEST_F(Inspector, IsALineWhereThePairIsGone) {
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
  const double open = program.control("inspector").height;
  program.click("sentence");
  program.key("ctrl+a");
  program.type("Two words\n");
  EXPECT_TRUE(eventually([&] { return program.control("inspector").height < open / 3; }));
}

TEST_F(Inspector, NumbersThatHaveNoRoomAreToldTogether) {
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1024x760"};
  program.click("sentence");
  program.key("ctrl+a");
  program.type(
      "Donaudampfschifffahrt Antidisestablishment Internationalisation Wissenschaft A B\n");
  program.click("weights[0][1]");
  program.rest();
  ASSERT_TRUE(eventually([&] { return program.shows("inspector.part0.number"); }));
  const auto controls = program.controls();
  const std::vector<DrawnText> drawn = program.drawn();
  const Rect inspector = controls.at("inspector");
  double sum = 0, told = 0;
  for (const DrawnText& one : drawn) {
    const bool is_below = one.box.y > inspector.y;  // "= Keys" stands above
    if (is_below && one.text.starts_with("= ")) told = typed_number(one.text.substr(2)).value();
    for (int n = 0; n < 7; ++n) {
      const auto box = controls.find("inspector.part" + std::to_string(n) + ".number");
      if (box == controls.end()) continue;
      const double x = one.box.x + one.box.width / 2, y = one.box.y + one.box.height / 2;
      const Rect& column = box->second;
      const bool is_in = x > column.x && x < column.x + column.width &&
                         y > column.y + column.height / 2 && y < column.y + column.height;
      if (is_in) sum += typed_number(one.text).value();
      EXPECT_GE(column.x, inspector.x + 0.4 * inspector.width) << "beside the bar";
    }
  }
  EXPECT_NEAR(sum, told, 1e-9) << "what stands there adds up";
}

TEST_F(Inspector, NamesLongWordsThatAreThereTwice) {
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1024x640"};
  program.click("sentence");
  program.key("ctrl+a");
  program.type("Donaudampfschifffahrtsgesellschaft Donaudampfschifffahrtsgesellschaft\n");
  program.click("weights[0][1]");
  EXPECT_TRUE(eventually([&] {
    const double top = program.control("inspector").y;
    return std::ranges::any_of(program.drawn(), [&](const DrawnText& one) {
      return one.box.y >= top && one.text.starts_with("Donau") && one.text.ends_with("… ②");
    });
  }));
}

}  // namespace
}  // namespace attn::test::inspector_test
