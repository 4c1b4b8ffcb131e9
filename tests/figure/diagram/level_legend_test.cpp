#include <gtest/gtest.h>

#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/files/diagram_figure.h"

namespace attn::level_legend_test {
namespace {

struct Made {
  std::vector<std::string> texts;
  MatrixMark bar;
};

Made made(ColorRange range) {
  Diagram diagram;
  const double end = add_level_legend(diagram, FigureRuler(), "scores", *find_colormap("red-blue"),
                                      range, {10, 20});
  EXPECT_GT(end, 10);
  Made found;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) found.texts.push_back(text->text);
    if (const auto* bar = std::get_if<MatrixMark>(&mark)) found.bar = *bar;
  }
  return found;
}

using Texts = std::vector<std::string>;

TEST(LevelLegend, EndsWhereItsRangeDoes) {
  EXPECT_EQ(made({0, 1}).texts, (Texts{"scores", "0", "1"}));
  EXPECT_EQ(made({-9, 9}).texts, (Texts{"scores", "−9", "9"}));
  EXPECT_EQ(made({-1.3737F, 1.3737F}).texts, (Texts{"scores", "−1.37", "1.37"}));
  EXPECT_EQ(made({-3.3e-7F, 3.3e-7F}).texts, (Texts{"scores", "−3.3e−7", "3.3e−7"}));
  EXPECT_EQ(made({2, 2}).texts, (Texts{"scores", "2", "2"}));
}

// The bar's colours are those of the numbers beside it.
TEST(LevelLegend, ItsColoursAreThoseOfItsNumbers) {
  const Made legend = made({-1.3737F, 1.3737F});
  const Matrix& steps = *legend.bar.values;
  EXPECT_FLOAT_EQ(steps(0, 0), -1.3737F);
  EXPECT_FLOAT_EQ(steps(0, steps.cols() - 1), 1.3737F);
  EXPECT_EQ(legend.bar.range, (ColorRange{-1.3737F, 1.3737F}));
}

}  // namespace
}  // namespace attn::level_legend_test
