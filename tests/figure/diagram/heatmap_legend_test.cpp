#include "app/figure/diagram/heatmap_legend.h"

#include <algorithm>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "tests/figure/diagram_boxes.h"

namespace attn::heatmap_legend_test {
namespace {

TEST(LyingLegend, GoesFromTheLowestToTheHighestWithinItsWidth) {
  const FigureRuler ruler;
  Matrix numbers(1, 3);
  numbers << -2, 0.5F, 4;
  const Matrix* const only = &numbers;
  for (const char* range : {"shared", "own", "-1:1", "log"}) {
    const NumberSpan span =
        std::string_view(range) == "log" ? NumberSpan::kShares : NumberSpan::kSigned;
    const Shading shading =
        drawn_with(shading_of(span, range, numbers, std::span(&only, 1)), numbers);
    for (const double width : {220.0, 300.0, 900.0}) {
      for (const bool has_masked : {false, true}) {
        SCOPED_TRACE(std::string(range) + " " + std::to_string(width));
        Diagram diagram{width, kLyingLegend};
        const double taken = add_lying_legend(diagram, ruler, *find_colormap("viridis"), shading,
                                              {0, 0}, width, "score", has_masked);
        EXPECT_LE(taken, width + 0.5);
        EXPECT_EQ(test::misplaced(diagram, ruler), "");
        const auto bar = std::ranges::find_if(diagram.marks, [](const Mark& mark) {
          const auto* matrix = std::get_if<MatrixMark>(&mark);
          return matrix && matrix->columns() > 1;
        });
        ASSERT_NE(bar, diagram.marks.end());
        const Matrix& steps = *std::get<MatrixMark>(*bar).values;
        EXPECT_EQ(steps(0, 0), 0);
        EXPECT_EQ(steps(0, steps.cols() - 1), 1);
        EXPECT_LE(std::get<MatrixMark>(*bar).area.width, kLyingBar + 0.5);
      }
    }
  }
}

}  // namespace
}  // namespace attn::heatmap_legend_test
