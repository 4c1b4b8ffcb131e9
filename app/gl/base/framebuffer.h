#pragma once

#include <cstdint>
#include <vector>

#include "app/gl/base/gl_object.h"

namespace attn::gl {

/// The bound read framebuffer's pixels as RGBA bytes, rows from the top: 4 · width · height.
std::vector<std::uint8_t> read_pixels(int width, int height);

/// A place to draw that no window shows, RGBA8. Needs a current context throughout.
class Framebuffer {
 public:
  /// Throws std::runtime_error where the driver refuses the size. What is bound stays bound.
  Framebuffer(int width, int height);

  /// Makes it what is drawn into and read from, and the viewport all of it.
  void bind() const;

  /// Copies it to the window, which is what is drawn into from then on.
  void show() const;

  /// RGBA bytes, rows from the top. What is bound stays bound.
  std::vector<std::uint8_t> read_pixels() const;

  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_, height_;
  TextureObject color_;
  FramebufferObject framebuffer_;
};

}  // namespace attn::gl
