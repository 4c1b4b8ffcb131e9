#include "app/gl/base/state_guard.h"

#include <cstddef>

namespace attn::gl {
namespace {

constexpr std::array<GLenum, 6> kBlend{GL_BLEND_SRC_RGB,      GL_BLEND_DST_RGB,
                                       GL_BLEND_SRC_ALPHA,    GL_BLEND_DST_ALPHA,
                                       GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};

}  // namespace

StateGuard::StateGuard() {
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
  glGetIntegerv(GL_VIEWPORT, viewport_.data());
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_);
  for (std::size_t i = 0; i < textures_.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[i]);
  }
  for (std::size_t i = 0; i < kBlend.size(); ++i) glGetIntegerv(kBlend[i], &blend_[i]);
  for (std::size_t i = 0; i < kSwitches.size(); ++i) {
    switches_[i] = glIsEnabled(kSwitches[i]);
    glDisable(kSwitches[i]);
  }
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack_buffer_);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  for (std::size_t i = 0; i < kUnpacking.size(); ++i) {
    glGetIntegerv(kUnpacking[i], &unpacking_[i]);
    glPixelStorei(kUnpacking[i], kUnpacking[i] == GL_UNPACK_ALIGNMENT ? 4 : 0);
  }
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < kUnpacking.size(); ++i) glPixelStorei(kUnpacking[i], unpacking_[i]);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpack_buffer_));
  for (std::size_t i = 0; i < kSwitches.size(); ++i) {
    switches_[i] != GL_FALSE ? glEnable(kSwitches[i]) : glDisable(kSwitches[i]);
  }
  const auto blend = [this](std::size_t i) { return static_cast<GLenum>(blend_[i]); };
  glBlendFuncSeparate(blend(0), blend(1), blend(2), blend(3));
  glBlendEquationSeparate(blend(4), blend(5));
  for (std::size_t i = 0; i < textures_.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[i]));
  }
  glActiveTexture(static_cast<GLenum>(active_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
  glBindVertexArray(static_cast<GLuint>(vertex_array_));
  glUseProgram(static_cast<GLuint>(program_));
}

}  // namespace attn::gl
