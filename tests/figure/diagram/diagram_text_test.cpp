#include "app/figure/diagram/diagram_text.h"

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "tests/figure/diagram_room.h"

namespace attn::diagram_text_test {
namespace {

const FigureRuler& ruler() {
  static const FigureRuler one;
  return one;
}

TEST(DiagramText, FormulasStandAmongWordsOnTheirLine) {
  Diagram diagram;
  add_rich(diagram, ruler(),
           {{100, 50}, "the $\\alpha_{ij}$ of \\$5", Type::small, {Ink::query}, 0.5});
  ASSERT_EQ(diagram.marks.size(), 3U);
  const auto& before = std::get<TextMark>(diagram.marks[0]);
  const auto& formula = std::get<FormulaMark>(diagram.marks[1]);
  const auto& after = std::get<TextMark>(diagram.marks[2]);
  EXPECT_EQ(before.text, "the ");
  EXPECT_EQ(formula.tex, "\\alpha_{ij}");
  EXPECT_EQ(after.text, " of $5");
  EXPECT_EQ(formula.type, Type::small);
  EXPECT_EQ(formula.paint.ink, Ink::query);
  EXPECT_EQ(before.at.y, 50);
  EXPECT_EQ(formula.at.y, 50);
  EXPECT_NEAR(formula.at.x, before.at.x + ruler().width("the ", Type::small), 1e-9);
  const double width = rich_width(ruler(), "the $\\alpha_{ij}$ of \\$5", Type::small);
  EXPECT_NEAR(before.at.x, 100 - width / 2, 1e-9);
  EXPECT_EQ(test::lines_said(diagram, ruler()), std::vector<std::string>{"the αᵢⱼ of $5"});
}

TEST(DiagramText, IsShortenedBetweenItsParts) {
  const std::string text = "weights $\\frac{a}{b}$ of all";
  const double whole = rich_width(ruler(), text, Type::body);
  EXPECT_EQ(shortened_rich(ruler(), text, Type::body, whole + 0.1), text);
  for (double width = 0; width < whole; width += 3) {
    const std::string cut = shortened_rich(ruler(), text, Type::body, width);
    EXPECT_LE(rich_width(ruler(), cut, Type::body), width + 0.5) << cut;
    EXPECT_TRUE(cut.empty() || cut.ends_with("…")) << cut;
    EXPECT_NE(std::ranges::count(cut, '$'), 1) << "a formula goes as a whole: " << cut;
  }
}

TEST(DiagramText, IsBrokenAtSpacesOfItsWordsAlone) {
  const std::string text = "one $a + b$, two $c = d$ three four";
  const double width = rich_width(ruler(), "$c = d$ three four", Type::small) + 0.1;
  const auto lines = rich_lines_of(ruler(), text, Type::small, width, 10);
  EXPECT_EQ(lines, (std::vector<std::string>{"one $a + b$, two", "$c = d$ three four"}));
  const auto few = rich_lines_of(ruler(), text, Type::small, width, 1);
  ASSERT_EQ(few.size(), 1U);
  EXPECT_TRUE(few[0].ends_with("…"));
  EXPECT_EQ(rich_lines_of(ruler(), "", Type::small, 10, 5).size(), 1U);
}

}  // namespace
}  // namespace attn::diagram_text_test
