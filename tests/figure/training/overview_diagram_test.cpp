// All heads of attention from elsewhere in little room.

#include <limits>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/trace.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/support/random.h"

namespace attn::overview_diagram_test {
namespace {

constexpr double kColumn = 330;

Overview overview_of_size(Index layers, Index heads, Index tokens) {
  test::Random random(7);
  Overview overview;
  overview.layers = layers;
  overview.heads = heads;
  overview.measure = "distance";
  for (Index l = 0; l < layers; ++l) {
    for (Index h = 0; h < heads; ++h) {
      const Matrix weights = random.matrix(tokens, tokens).cwiseAbs().cwiseMin(1);
      overview.all.push_back(
          {l, h, std::make_shared<const Matrix>(weights), static_cast<double>(l + h)});
    }
  }
  return overview;
}

TEST(OverviewDiagram, HasRoomForAllHeadsInAColumn) {
  const FigureRuler ruler;
  for (const auto& [layers, heads] : {std::pair{24, 16}, {12, 12}, {1, 1}, {48, 32}, {2, 100}}) {
    const Diagram diagram = overview_diagram(overview_of_size(layers, heads, 6), ruler, kColumn);
    EXPECT_EQ(std::ssize(diagram.targets), layers * heads);
    EXPECT_LE(diagram.width, kColumn + 1) << layers << " × " << heads;
    EXPECT_EQ(test::misplaced(diagram, ruler), "") << layers << " × " << heads;
  }
  const Diagram wide = overview_diagram(overview_of_size(24, 16, 6), ruler, kColumn);
  EXPECT_GT(wide.targets.front().box.width, 15) << "which can be told apart";
}

TEST(OverviewDiagram, ColoursFramesByTheNumbersThereAre) {
  const FigureRuler ruler;
  Overview overview = overview_of_size(2, 2, 4);
  const auto frames = [&] {
    std::vector<std::optional<Rgb>> colors;
    for (const Mark& mark : overview_diagram(overview, ruler, kColumn).marks) {
      if (const auto* rect = std::get_if<RectMark>(&mark)) colors.push_back(rect->stroke->data);
    }
    return colors;
  };
  const auto colors = frames();
  ASSERT_EQ(colors.size(), 4U);
  EXPECT_EQ(colors[1], colors[2]) << "the same number";
  EXPECT_NE(colors[0], colors[3]);
  overview.all[3].number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(frames()[3]);
  overview.all[0].thumbnail = std::make_shared<const Matrix>(Matrix::Constant(4, 4, kMasked));
  overview.all[1].thumbnail = nullptr;
  EXPECT_EQ(frames().size(), 4U);
}

}  // namespace
}  // namespace attn::overview_diagram_test
