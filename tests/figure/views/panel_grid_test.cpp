#include "app/figure/views/panel_grid.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace attn {
namespace {

double side_of(const PanelGrid& grid, const PanelNeeds& needs) {
  return std::min({grid.width, grid.height - needs.heading, needs.largest});
}

TEST(PanelGrid, FillsItsRoomWithoutOverlap) {
  const PanelNeeds needs{.gap = 10, .heading = 20};
  for (int count = 1; count <= 12; ++count) {
    for (const double width : {300.0, 700.0, 1500.0}) {
      const PanelGrid grid = fit_panels(count, width, 500, needs);
      EXPECT_NEAR(grid.full_width(), width, 1e-9);
      EXPECT_NEAR(grid.full_height(), 500, 1e-9);
      for (int n = 0; n < count; ++n) {
        const Rect panel = grid.panel(n);
        EXPECT_LE(panel.right(), width + 1e-9);
        EXPECT_LE(panel.bottom(), 500 + 1e-9);
        if (n % grid.columns != 0) {
          EXPECT_NEAR(panel.x, grid.panel(n - 1).right() + 10, 1e-9);
        }
        if (n >= grid.columns) {
          EXPECT_NEAR(panel.y, grid.panel(n - grid.columns).bottom() + 10, 1e-9);
        }
      }
    }
  }
}

TEST(PanelGrid, HasTheLargestSquares) {
  const PanelNeeds needs{.gap = 10, .heading = 20};
  EXPECT_EQ(fit_panels(6, 1500, 200, needs).columns, 6);
  EXPECT_EQ(fit_panels(6, 200, 1500, needs).columns, 1);
  EXPECT_EQ(fit_panels(6, 620, 460, needs).columns, 3);
}

TEST(PanelGrid, TakesNoMoreColumnsThanAreEnough) {
  const PanelNeeds needs{.gap = 10, .heading = 20, .largest = 100};
  const PanelGrid grid = fit_panels(4, 1000, 1000, needs);
  EXPECT_EQ(grid.columns, 1);
  EXPECT_EQ(side_of(grid, needs), 100);
}

TEST(PanelGrid, WithoutAHeightIsOfSquaresFourAcross) {
  const PanelGrid grid = fit_panels(6, 430, 0, {.gap = 10, .heading = 20});
  EXPECT_EQ(grid.columns, 4);
  EXPECT_EQ(grid.rows, 2);
  EXPECT_EQ(grid.width, 100);
  EXPECT_EQ(grid.height, 120);
  EXPECT_EQ(fit_panels(2, 430, 0, {.gap = 10, .heading = 20}).columns, 2);
}

TEST(PanelGrid, WithoutAHeightNoneIsNarrowerThanTheLeast) {
  const auto columns = [](double least) {
    return fit_panels(6, 430, 0, {.gap = 10, .heading = 20, .least = least}).columns;
  };
  EXPECT_EQ(columns(100), 4);
  EXPECT_EQ(columns(101), 3);
  EXPECT_EQ(columns(200), 2);
  EXPECT_EQ(columns(1000), 1);
}

TEST(PanelGrid, StandsInOneColumnWhereThereIsNoRoom) {
  const PanelGrid grid = fit_panels(3, 5, 15, {.gap = 10, .heading = 20});
  EXPECT_EQ(grid.columns, 1);
  EXPECT_EQ(grid.rows, 3);
  EXPECT_EQ(grid.width, 0);
}

}  // namespace
}  // namespace attn
