#pragma once

#include "app/gl/base/gl_object.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/base/matrix.h"

namespace attn::gl {

/// Buffer of 32-bit numbers for compute shaders. Needs its context throughout.
class ComputeBuffer {
 public:
  /// Empty buffer.
  ComputeBuffer() = default;
  /// Allocates `count` numbers, possibly 0, uninitialised. Throws ComputeError if the driver is out
  /// of memory, or shaders cannot access this size.
  ComputeBuffer(const ComputeLimits& limits, Index count);
  ComputeBuffer(const ComputeLimits& limits, const Matrix& numbers);

  void upload(Index first, const float* numbers, Index count);
  void download(Index first, float* numbers, Index count) const;
  Matrix download(Index first, Index rows, Index columns) const;
  void clear();  ///< sets zeros

  /// Binds the buffer to the shaders' `binding`.
  void bind(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, id()); }

  GLuint id() const { return buffer_.id(); }
  Index count() const { return count_; }
  bool empty() const { return id() == 0; }

 private:
  BufferObject buffer_;
  Index count_ = 0;
};

}  // namespace attn::gl
