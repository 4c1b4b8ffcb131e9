// Measures of all heads as heatmaps and as bars.
#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/trace.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/figure/diagram_room.h"

namespace attn::head_chart_diagram_test {
namespace {

HeadChart chart_of(Index layers, Index heads, int measures, bool are_bars) {
  HeadChart chart{.are_bars = are_bars};
  for (Index n = 0; n < layers; ++n) chart.layer_names.push_back(std::to_string(4 * n));
  for (Index n = 0; n < heads; ++n) chart.head_names.push_back(std::to_string(n));
  for (int m = 0; m < measures; ++m) {
    Matrix numbers(layers, heads);
    for (Index l = 0; l < layers; ++l) {
      for (Index h = 0; h < heads; ++h) numbers(l, h) = static_cast<float>(l + h) / 7;
    }
    chart.measures.push_back({"Measure " + std::to_string(m), "nats",
                              std::make_shared<const Matrix>(std::move(numbers))});
  }
  return chart;
}

TEST(HeadChart, HasRoomForEveryModel) {
  const FigureRuler ruler;
  for (const bool are_bars : {false, true}) {
    for (const auto& [layers, heads] : {std::pair{1, 1}, {12, 12}, {32, 32}, {2, 64}}) {
      for (const double width : {300.0, 650.0}) {
        const Diagram diagram =
            head_chart_diagram(chart_of(layers, heads, 5, are_bars), ruler, width);
        EXPECT_LE(diagram.width, width + 1) << layers << " × " << heads;
        EXPECT_EQ(test::misplaced(diagram, ruler), "") << layers << " × " << heads << are_bars;
      }
    }
  }
}

TEST(HeadChart, BarsAreAsHighAsTheirNumbers) {
  const FigureRuler ruler;
  HeadChart chart = chart_of(2, 3, 1, true);
  Matrix numbers{{0.5F, 1, kMasked}, {0.25F, 0, 1}};
  chart.measures[0].numbers = std::make_shared<const Matrix>(numbers);
  std::vector<Rect> bars;
  for (const Mark& mark : head_chart_diagram(chart, ruler, 400).marks) {
    const auto* rect = std::get_if<RectMark>(&mark);
    if (rect && rect->fill && rect->fill->data) bars.push_back(rect->rect);
  }
  ASSERT_EQ(bars.size(), 5U) << "a layer may have fewer heads";
  EXPECT_NEAR(bars[0].height / bars[1].height, 0.5, 1e-6);
  EXPECT_NEAR(bars[2].height / bars[1].height, 0.25, 1e-6);
  EXPECT_EQ(bars[3].height, 0);
  EXPECT_EQ(bars[0].bottom(), bars[4].bottom());
}

}  // namespace
}  // namespace attn::head_chart_diagram_test
