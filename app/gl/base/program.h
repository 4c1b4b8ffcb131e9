#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include "app/gl/base/gl_object.h"

namespace attn::gl {

/// Linked shader program: a vertex and a fragment shader in GLSL 3.30, or a compute shader in GLSL
/// 4.30. Needs a current context throughout.
class Program {
 public:
  /// Each stage is a concatenation of files (assets: "shaders/cells.glsl"). Throws
  /// std::runtime_error with the driver's log if it does not compile or link.
  Program(std::initializer_list<std::string_view> vertex_files,
          std::initializer_list<std::string_view> fragment_files);

  /// Compute program: `preamble` (#define lines), then the files. Throws the same errors.
  static Program compute(std::string_view preamble, std::initializer_list<std::string_view> files);

  GLuint id() const { return program_.id(); }
  void use() const { glUseProgram(id()); }

  /// Sets a uniform of this program, which must be in use; unknown names are ignored, as GL removes
  /// unused uniforms.
  void set(const char* name, int value) const { glUniform1i(place(name), value); }
  void set(const char* name, int x, int y) const { glUniform2i(place(name), x, y); }
  void set(const char* name, const std::array<int, 3>& value) const {
    glUniform3iv(place(name), 1, value.data());
  }
  void set(const char* name, float value) const { glUniform1f(place(name), value); }
  void set(const char* name, float x, float y) const { glUniform2f(place(name), x, y); }
  void set(const char* name, const std::array<float, 4>& value) const {
    glUniform4fv(place(name), 1, value.data());
  }
  /// Sets a uniform of type double.
  void set_double(const char* name, double value) const { glUniform1d(place(name), value); }

 private:
  Program() : program_(ProgramObject::make()) {}
  GLint place(const char* name) const { return glGetUniformLocation(id(), name); }
  void link(std::initializer_list<GLuint> stages, std::initializer_list<std::string_view> files);

  ProgramObject program_;
};

}  // namespace attn::gl
