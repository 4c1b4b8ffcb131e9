#pragma once

#include <cstdint>
#include <vector>

#include "app/gl/base/gl_object.h"

namespace attn::gl {

/// Pixels of the bound read framebuffer as RGBA bytes, rows from the top: 4 · width · height.
std::vector<std::uint8_t> read_pixels(int width, int height);

/// Offscreen render target, RGBA8. Needs a current context throughout.
class Framebuffer {
 public:
  /// Throws std::runtime_error if the driver refuses the size. Keeps the current bindings.
  Framebuffer(int width, int height);

  /// Binds the framebuffer for drawing and reading, and sets the viewport to its full size.
  void bind() const;

  /// Copies the pixels to the window's framebuffer, which is bound for drawing afterwards.
  void show() const;

  /// RGBA bytes, rows from the top. Keeps the current bindings.
  std::vector<std::uint8_t> read_pixels() const;

  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_, height_;
  TextureObject color_;
  FramebufferObject framebuffer_;
};

}  // namespace attn::gl
