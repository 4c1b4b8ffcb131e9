#pragma once

#include <array>

#include <epoxy/gl.h>

namespace attn::gl {

/// Saves the GL state that the code in app/gl changes, and restores it in the destructor: program,
/// vertex array, textures of units 0 and 1, active unit, draw framebuffer, viewport, blend function
/// and equation, pixel unpacking, and the enable bits of blending, scissor, depth, stencil, culling
/// and sRGB conversion. All of these bits are off during its lifetime, and pixels are unpacked from
/// tightly packed memory.
class StateGuard {
 public:
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

  static constexpr std::array<GLenum, 6> kSwitches{
      GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB};
  static constexpr std::array<GLenum, 5> kUnpacking{GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
                                                    GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
                                                    GL_UNPACK_SWAP_BYTES};

 private:
  GLint program_ = 0, vertex_array_ = 0, active_ = 0, framebuffer_ = 0, unpack_buffer_ = 0;
  std::array<GLint, 3> textures_{};
  std::array<GLint, 4> viewport_{};
  std::array<GLint, 6> blend_{};
  std::array<GLboolean, kSwitches.size()> switches_{};
  std::array<GLint, kUnpacking.size()> unpacking_{};
};

}  // namespace attn::gl
