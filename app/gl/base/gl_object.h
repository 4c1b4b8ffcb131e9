#pragma once

#include <utility>

#include <epoxy/gl.h>

namespace attn::gl {

/// Owns a GL object; 0 is none. Construct and destroy it with its context current. `Kind` provides
/// static GLuint make() and static void drop(GLuint).
template <class Kind>
class Object {
 public:
  Object() = default;
  explicit Object(GLuint id) : id_(id) {}
  Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Object() {
    if (id_ != 0) Kind::drop(id_);
  }

  static Object make() { return Object(Kind::make()); }

  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

/// Objects that GL generates and deletes by the number of them.
template <auto& generate, auto& discard>
struct NumberedKind {
  static GLuint make() {
    GLuint id = 0;
    generate(1, &id);
    return id;
  }
  static void drop(GLuint id) { discard(1, &id); }
};

struct ProgramKind {
  static GLuint make() { return glCreateProgram(); }
  static void drop(GLuint id) { glDeleteProgram(id); }
};

/// The stage is chosen on construction: ShaderObject(glCreateShader(stage)).
struct ShaderKind {
  static void drop(GLuint id) { glDeleteShader(id); }
};

using TextureObject = Object<NumberedKind<glGenTextures, glDeleteTextures>>;
using BufferObject = Object<NumberedKind<glGenBuffers, glDeleteBuffers>>;
using VertexArrayObject = Object<NumberedKind<glGenVertexArrays, glDeleteVertexArrays>>;
using FramebufferObject = Object<NumberedKind<glGenFramebuffers, glDeleteFramebuffers>>;
using ProgramObject = Object<ProgramKind>;
using ShaderObject = Object<ShaderKind>;

}  // namespace attn::gl
