#include "app/figure/numbers/explanation.h"

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"

namespace attn::explanation_test {
namespace {

TEST(Explanation, StaysInItsRoom) {
  const FigureRuler ruler;
  const Diagram diagram =
      explanation({.evaluation = nullptr, .width = 300, .height = 160, .ruler = ruler},
                  "The keys have 3 features; a curve needs exactly one.",
                  "A curve shows attention over numbers: each token is one key and one value.");
  EXPECT_GE(diagram.marks.size(), 4U);
  for (const Mark& mark : diagram.marks) {
    const auto& text = std::get<TextMark>(mark);
    EXPECT_LE(ruler.width(text.text, text.type), 300);
    EXPECT_LE(text.at.y + 8, 160);
  }
}

}  // namespace
}  // namespace attn::explanation_test
