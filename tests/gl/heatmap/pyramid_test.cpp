#include "app/gl/heatmap/pyramid.h"

#include <cstdint>

#include "tests/gl/gl_test.h"

namespace attn::gl::pyramid_test {
namespace {

class PyramidTest : public GlTest {
 protected:
  const Pyramid::Level* level_for(double columns, double rows) {
    return pyramid_.level_for(matrix_, columns, rows, false, false, reduce_);
  }
  void set_shape(int rows, int columns) {
    const Matrix zeros = Matrix::Zero(rows, columns);
    matrix_.resize(rows, columns);
    matrix_.upload(zeros.data());
    pyramid_.invalidate();
    glBindVertexArray(vertex_array_.id());
  }

  Reducers reduce_;
  VertexArrayObject vertex_array_ = VertexArrayObject::make();
  CellTexture matrix_;
  Pyramid pyramid_;
};

TEST_F(PyramidTest, BlocksAreAsLargeAsFitsHalfAPixel) {
  set_shape(1000, 1000);
  EXPECT_EQ(level_for(0.1, 0.1), nullptr);
  EXPECT_EQ(level_for(3.9, 3.9), nullptr) << "two cells are more than half a pixel";
  for (const double shrunk : {4.0, 5.5, 7.9, 8.0, 31.0, 300.0, 1000.0}) {
    SCOPED_TRACE(shrunk);
    const Pyramid::Level* level = level_for(shrunk, shrunk);
    ASSERT_NE(level, nullptr);
    EXPECT_EQ(level->columns_each, level->rows_each);
    EXPECT_LE(level->columns_each, shrunk / 2);
    EXPECT_GT(level->columns_each, shrunk / 4);
    EXPECT_EQ(level->cells.columns(), (1000 + level->columns_each - 1) / level->columns_each);
    EXPECT_EQ(level->cells.rows(), (1000 + level->rows_each - 1) / level->rows_each);
  }
}

TEST_F(PyramidTest, BlocksAreAsLongAsTheViewIsStretched) {
  set_shape(700, 3000);
  const std::vector<std::pair<double, double>> shrunk{{100, 0.5}, {0.01, 64}, {64, 8},  {8, 100},
                                                      {30, 5.6},  {2900, 3},  {12, 13}, {5.7, 700}};
  for (const auto& [columns, rows] : shrunk) {
    SCOPED_TRACE(std::to_string(columns) + " x " + std::to_string(rows));
    const Pyramid::Level* level = level_for(columns, rows);
    ASSERT_NE(level, nullptr);
    EXPECT_LE(level->columns_each, std::max(1.0, columns / 2));
    EXPECT_LE(level->rows_each, std::max(1.0, rows / 2));
    // So that a pixel reads few blocks.
    EXPECT_LE(columns / level->columns_each, 8);
    EXPECT_LE(rows / level->rows_each, 8);
  }
}

TEST_F(PyramidTest, NoZoomAtOneStretchMakesNewLevels) {
  set_shape(900, 500);
  const GLuint texture = level_for(32, 32)->cells.texture();
  level_for(400, 400);
  level_for(4, 4);
  level_for(0.5, 0.5);
  EXPECT_EQ(level_for(32, 32)->cells.texture(), texture);
}

}  // namespace
}  // namespace attn::gl::pyramid_test
