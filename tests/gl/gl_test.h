#pragma once

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <ostream>
#include <string_view>
#include <vector>

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include "app/gl/base/framebuffer.h"
#include "app/gl/base/surfaceless.h"
#include "app/gl/heatmap/heatmap.h"
#include "tests/support/picture.h"

namespace attn::gl {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// A test with a context of its own, which fails where there is none or where it leaves an error.
class GlTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR}); }

 private:
  SurfacelessContext context_{3, 3};
};

/// A framebuffer that is all of one colour which no heatmap here has.
class Canvas {
 public:
  static constexpr Rgb kUntouched{1, 254, 2};

  Canvas(int width, int height) : framebuffer_(width, height) {
    framebuffer_.bind();
    glDisable(GL_SCISSOR_TEST);
    glClearColor(1 / 255.0f, 254 / 255.0f, 2 / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }

  int width() const { return framebuffer_.width(); }
  int height() const { return framebuffer_.height(); }

  test::Picture picture() const {
    return {framebuffer_.width(), framebuffer_.height(), framebuffer_.read_pixels()};
  }

 private:
  Framebuffer framebuffer_;
};

inline Rgb color_at(const test::Picture& picture, int x, int y) {
  const std::uint8_t* pixel = picture.at(x, y);
  return {pixel[0], pixel[1], pixel[2]};
}

/// The farthest that two colours are apart in one part.
inline int apart(Rgb a, Rgb b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

/// Fills all of a canvas of this size, white between the cells.
inline HeatmapStyle filling(int width, int height, std::string_view colormap, ColorRange range) {
  HeatmapStyle style;
  style.colormap = find_colormap(colormap);
  style.range = range;
  style.rect = style.clip = {0, 0, static_cast<float>(width), static_cast<float>(height)};
  style.background = {1, 1, 1, 1};
  return style;
}

inline test::Picture draw(Heatmap& heatmap, const HeatmapStyle& style, int width, int height) {
  const Canvas canvas(width, height);
  heatmap.draw(style, width, height);
  return canvas.picture();
}

inline test::Picture draw(const Matrix& matrix, const HeatmapStyle& style, int width, int height) {
  Heatmap heatmap;
  heatmap.set(matrix);
  return draw(heatmap, style, width, height);
}

}  // namespace attn::gl

namespace attn {

inline void PrintTo(Rgb color, std::ostream* out) {
  *out << "(" << int{color.r} << ", " << int{color.g} << ", " << int{color.b} << ")";
}

}  // namespace attn
