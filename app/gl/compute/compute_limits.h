#pragma once

#include <array>
#include <cstdint>

#include <epoxy/gl.h>

namespace attn::gl {

/// What the driver of a context allows to compute shaders.
struct ComputeLimits {
  std::int64_t buffer_bytes = 0;       ///< of one buffer that a shader reads
  std::array<int, 3> groups{};         ///< in one dispatch, along x, y, z
  std::array<int, 3> threads_along{};  ///< of a group, along x, y, z
  int threads = 0;                     ///< of a group
  int shared_bytes = 0;                ///< of a group
  int buffers = 0;                     ///< that a shader reads
};

/// Those of the current context. Throws ComputeError where it is older than OpenGL 4.3 or allows
/// less than the shaders here need.
ComputeLimits compute_limits();

/// Asks why the current context is lost: GL_NO_ERROR where it is not.
using ResetStatus = GLenum (*)();

/// What the driver says; GL_NO_ERROR where it can't tell.
GLenum reset_status();

/// Throws ComputeError in words where the current context is lost, by `status`, or the driver has
/// an error to tell.
void require_healthy(ResetStatus status);

}  // namespace attn::gl
