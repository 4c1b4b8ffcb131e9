#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include "app/gl/base/gl_object.h"

namespace attn::gl {

/// Compiled shaders: a vertex and a fragment shader as GLSL 3.30, or a compute shader as GLSL 4.30.
/// Needs a current context throughout.
class Program {
 public:
  /// Each stage is the files (assets: "shaders/cells.glsl") one after the other. Throws
  /// std::runtime_error with the driver's words when it does not compile or link.
  Program(std::initializer_list<std::string_view> vertex_files,
          std::initializer_list<std::string_view> fragment_files);

  /// One stage of the same kind: `preamble` (#define lines), then the files. Throws likewise.
  static Program compute(std::string_view preamble, std::initializer_list<std::string_view> files);

  GLuint id() const { return program_.id(); }
  void use() const { glUseProgram(id()); }

  /// Set uniforms of this program, which must be in use; a name that it lacks is ignored, as GL
  /// drops uniforms that do nothing.
  void set(const char* name, int value) const;
  void set(const char* name, int x, int y) const;
  void set(const char* name, const std::array<int, 3>& value) const;
  void set(const char* name, float value) const;
  void set(const char* name, float x, float y) const;
  void set(const char* name, const std::array<float, 4>& value) const;
  /// For a uniform that is a double.
  void set_double(const char* name, double value) const;

 private:
  Program() : program_(ProgramObject::make()) {}
  void link(std::initializer_list<GLuint> stages, std::initializer_list<std::string_view> files);

  ProgramObject program_;
};

}  // namespace attn::gl
