#include "app/figure/diagram/cell_grid.h"

#include <cmath>

#include <gtest/gtest.h>

namespace attn::cell_grid_test {
namespace {

TEST(CellGrid, SmallMatricesHaveSquareCellsWithGaps) {
  const CellGrid grid = fit_cells(6, 6, 2);
  EXPECT_EQ(grid.cell_width(), 76);
  EXPECT_EQ(grid.cell_height(), 76);
  EXPECT_EQ(grid.gap, 2);
  EXPECT_GT(grid.radius, 0);
  EXPECT_FALSE(grid.as_image);
}

TEST(CellGrid, CellsAreSquareUnlessOneSideWouldBeASliver) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{40, 60}, {60, 40}, {3, 5}, {9, 1}}) {
    const CellGrid grid = fit_cells(rows, columns, 2);
    EXPECT_EQ(grid.cell_width(), grid.cell_height()) << rows << " x " << columns;
  }
  const CellGrid row = fit_cells(1, 500, 2);
  EXPECT_EQ(row.area.height, 40);
  EXPECT_GT(row.area.width, 400);
  const CellGrid column = fit_cells(500, 1, 2);
  EXPECT_EQ(column.area.width, 40);
}

TEST(CellGrid, TheMatrixIsNeverLargerThanItsRoomNorMuchSmaller) {
  for (Index count = 9; count <= 5000; count += count < 200 ? 1 : 97) {
    for (const double scale : {1.0, 1.5, 2.0, 3.0}) {
      const CellGrid grid = fit_cells(count, count, scale);
      EXPECT_LE(grid.area.width, 640 + 1e-9) << count;
      EXPECT_GE(grid.area.width, 0.69 * 640) << count;
    }
  }
}

TEST(CellGrid, CellsMeetWithoutOverlap) {
  const CellGrid grid = fit_cells(20, 20, 2);
  EXPECT_NEAR(grid.cell(0, 0).right() + grid.gap, grid.cell(0, 1).x, 1e-9);
  EXPECT_NEAR(grid.cell(0, 0).bottom() + grid.gap, grid.cell(1, 0).y, 1e-9);
  EXPECT_NEAR(grid.cell(19, 19).right() + grid.gap / 2, grid.area.right(), 1e-9);
}

TEST(CellGrid, BeyondMostCellsItIsAnImageOfWholePixels) {
  EXPECT_FALSE(fit_cells(128, 128, 2).as_image);
  for (const Index count : {129, 512, 1024, 4096}) {
    const CellGrid grid = fit_cells(count, count, 2);
    ASSERT_TRUE(grid.as_image);
    EXPECT_NEAR(std::round(grid.area.width * 2), grid.area.width * 2, 1e-9) << count;
  }
  EXPECT_EQ(fit_cells(512, 512, 2).area.width * 2, 1024);    // two pixels a cell
  EXPECT_EQ(fit_cells(4096, 4096, 2).area.width * 2, 1024);  // four cells a pixel
}

}  // namespace
}  // namespace attn::cell_grid_test
