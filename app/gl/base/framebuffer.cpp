#include "app/gl/base/framebuffer.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace attn::gl {
namespace {

GLint bound(GLenum what) {
  GLint id = 0;
  glGetIntegerv(what, &id);
  return id;
}

}  // namespace

std::vector<std::uint8_t> read_pixels(int width, int height) {
  const GLint alignment = bound(GL_PACK_ALIGNMENT), row_length = bound(GL_PACK_ROW_LENGTH);
  const GLint buffer = bound(GL_PIXEL_PACK_BUFFER_BINDING);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  const std::size_t row = std::size_t{4} * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glPixelStorei(GL_PACK_ALIGNMENT, alignment);
  glPixelStorei(GL_PACK_ROW_LENGTH, row_length);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(buffer));

  // GL's rows run from the bottom.
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(height); top + 1 < bottom; ++top) {
    --bottom;
    const auto at = [&](std::size_t y) {
      return pixels.begin() + static_cast<std::ptrdiff_t>(y * row);
    };
    std::swap_ranges(at(top), at(top + 1), at(bottom));
  }
  return pixels;
}

Framebuffer::Framebuffer(int width, int height)
    : width_(width),
      height_(height),
      color_(TextureObject::make()),
      framebuffer_(FramebufferObject::make()) {
  const GLint texture = bound(GL_TEXTURE_BINDING_2D);
  const GLint drawn = bound(GL_DRAW_FRAMEBUFFER_BINDING);
  glBindTexture(GL_TEXTURE_2D, color_.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);
  const GLenum status = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(drawn));
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture));
  while (glGetError() != GL_NO_ERROR) {  // clears the error of a refused size
  }
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("the graphics driver can't draw a picture of " +
                             std::to_string(width) + " × " + std::to_string(height) + " pixels");
  }
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, width_, height_);
}

void Framebuffer::show() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::vector<std::uint8_t> Framebuffer::read_pixels() const {
  const GLint read = bound(GL_READ_FRAMEBUFFER_BINDING);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  std::vector<std::uint8_t> pixels = gl::read_pixels(width_, height_);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read));
  return pixels;
}

}  // namespace attn::gl
