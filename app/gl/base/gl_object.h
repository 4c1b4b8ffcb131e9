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

struct TextureKind {
  static GLuint make() {
    GLuint id = 0;
    glGenTextures(1, &id);
    return id;
  }
  static void drop(GLuint id) { glDeleteTextures(1, &id); }
};

struct BufferKind {
  static GLuint make() {
    GLuint id = 0;
    glGenBuffers(1, &id);
    return id;
  }
  static void drop(GLuint id) { glDeleteBuffers(1, &id); }
};

struct VertexArrayKind {
  static GLuint make() {
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    return id;
  }
  static void drop(GLuint id) { glDeleteVertexArrays(1, &id); }
};

struct FramebufferKind {
  static GLuint make() {
    GLuint id = 0;
    glGenFramebuffers(1, &id);
    return id;
  }
  static void drop(GLuint id) { glDeleteFramebuffers(1, &id); }
};

struct ProgramKind {
  static GLuint make() { return glCreateProgram(); }
  static void drop(GLuint id) { glDeleteProgram(id); }
};

/// The stage is chosen on construction: ShaderObject(glCreateShader(stage)).
struct ShaderKind {
  static void drop(GLuint id) { glDeleteShader(id); }
};

using TextureObject = Object<TextureKind>;
using BufferObject = Object<BufferKind>;
using VertexArrayObject = Object<VertexArrayKind>;
using FramebufferObject = Object<FramebufferKind>;
using ProgramObject = Object<ProgramKind>;
using ShaderObject = Object<ShaderKind>;

}  // namespace attn::gl
