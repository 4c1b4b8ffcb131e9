#pragma once

#include <cstddef>

#include "app/gl/base/gl_object.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/base/matrix.h"

namespace attn::gl {

/// Numbers of 32 bits where compute shaders read and write them. Needs its context throughout.
class ComputeBuffer {
 public:
  /// None.
  ComputeBuffer() = default;
  /// Room for `count` numbers, which may be none, whose values are unset. Throws ComputeError where
  /// the driver has no room, or lets no shader see as many.
  ComputeBuffer(const ComputeLimits& limits, Index count);
  ComputeBuffer(const ComputeLimits& limits, const Matrix& numbers);

  void upload(Index first, const float* numbers, Index count);
  void download(Index first, float* numbers, Index count) const;
  Matrix download(Index first, Index rows, Index columns) const;
  void clear();  ///< to zeros

  /// To what shaders call `binding`.
  void bind(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, id()); }

  GLuint id() const { return buffer_.id(); }
  Index count() const { return count_; }
  bool empty() const { return id() == 0; }

 private:
  BufferObject buffer_;
  Index count_ = 0;
};

}  // namespace attn::gl
