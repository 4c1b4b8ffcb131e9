#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include "app/gl/gl_object.h"

namespace attn::gl {

/// A vertex and a fragment shader, compiled as GLSL 3.30. Needs a current context throughout.
class Program {
 public:
  /// Each stage is the files (assets: "shaders/cells.glsl") one after the other. Throws
  /// std::runtime_error with the driver's words when it does not compile or link.
  Program(std::initializer_list<std::string_view> vertex_files,
          std::initializer_list<std::string_view> fragment_files);

  GLuint id() const { return program_.id(); }
  void use() const { glUseProgram(id()); }

  /// Set uniforms of this program, which must be in use; a name that it lacks is ignored, as GL
  /// drops uniforms that do nothing.
  void set(const char* name, int value) const;
  void set(const char* name, int x, int y) const;
  void set(const char* name, float value) const;
  void set(const char* name, float x, float y) const;
  void set(const char* name, const std::array<float, 4>& value) const;

 private:
  ProgramObject program_;
};

}  // namespace attn::gl
