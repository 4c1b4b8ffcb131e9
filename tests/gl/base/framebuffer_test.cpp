#include "app/gl/base/framebuffer.h"

#include "tests/gl/gl_test.h"

namespace attn::gl::framebuffer_test {
namespace {

class FramebufferTest : public GlTest {};

TEST_F(FramebufferTest, RowsComeFromTheTop) {
  const Framebuffer framebuffer(3, 5);
  framebuffer.bind();
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(1, 4, 1, 1);  // GL counts from the bottom: the top row's middle
  glClearColor(1, 0.2f, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const test::Picture picture{3, 5, framebuffer.read_pixels()};
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 3; ++x) {
      EXPECT_EQ(color_at(picture, x, y), x == 1 && y == 0 ? (Rgb{255, 51, 0}) : (Rgb{0, 0, 0}));
    }
  }
}

TEST_F(FramebufferTest, MakingAndReadingOneBindsNothing) {
  const Framebuffer bound(4, 4);
  bound.bind();
  GLint before = 0, after = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
  const Framebuffer other(8, 8);
  EXPECT_EQ(other.read_pixels().size(), std::size_t{4 * 8 * 8});
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &after);
  EXPECT_NE(before, 0);
  EXPECT_EQ(after, before);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &after);
  EXPECT_EQ(after, before);
}

TEST_F(FramebufferTest, ASizeThatTheDriverRefusesIsSaid) {
  EXPECT_THROW(Framebuffer(1 << 20, 4), std::runtime_error);
}

}  // namespace
}  // namespace attn::gl::framebuffer_test
