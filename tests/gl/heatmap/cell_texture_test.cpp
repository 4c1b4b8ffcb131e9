#include "app/gl/heatmap/cell_texture.h"

#include "tests/gl/gl_test.h"

namespace attn::gl::cell_texture_test {
namespace {

class CellTextureTest : public GlTest {
 protected:
  static int longest() {
    GLint longest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest);
    return longest;
  }
};

TEST_F(CellTextureTest, LinesAreRowsWhereTheMatrixFits) {
  CellTexture cells;
  EXPECT_TRUE(cells.empty());
  cells.resize(3, 7);
  EXPECT_FALSE(cells.empty());
  EXPECT_EQ(cells.line(), 7);
  EXPECT_EQ(cells.lines(), 3);
}

TEST_F(CellTextureTest, ALongMatrixIsWrapped) {
  CellTexture cells;
  cells.resize(1, longest() + 1);
  EXPECT_EQ(cells.line(), longest());
  EXPECT_EQ(cells.lines(), 2);
  cells.resize(longest() + 1, 2);
  EXPECT_EQ(cells.line(), longest());
  EXPECT_EQ(cells.lines(), 3);
}

TEST_F(CellTextureTest, TheSameShapeKeepsItsStorage) {
  CellTexture cells;
  cells.resize(3, 7);
  const GLuint texture = cells.texture();
  cells.resize(3, 7);
  EXPECT_EQ(cells.texture(), texture);
}

TEST_F(CellTextureTest, TooManyNumbersAreRefusedInWordsAndChangeNothing) {
  CellTexture cells;
  cells.resize(3, 7);
  try {
    cells.resize(1 << 20, 1 << 20);
    FAIL() << "a matrix of 4 TiB";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "the graphics driver has no memory for a matrix of 1048576 × 1048576 numbers");
  }
  EXPECT_EQ(cells.rows(), 3);
  EXPECT_EQ(cells.columns(), 7);
  EXPECT_EQ(glIsTexture(cells.texture()), GL_TRUE);
}

}  // namespace
}  // namespace attn::gl::cell_texture_test
