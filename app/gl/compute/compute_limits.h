#pragma once

#include <array>
#include <cstdint>

#include <epoxy/gl.h>

namespace attn::gl {

/// Limits of a context's driver for compute shaders.
struct ComputeLimits {
  std::int64_t buffer_bytes = 0;       ///< of a buffer read by a shader
  std::array<int, 3> groups{};         ///< groups of a dispatch, along x, y, z
  std::array<int, 3> threads_along{};  ///< threads of a group, along x, y, z
  int threads = 0;                     ///< threads of a group
  int shared_bytes = 0;                ///< shared memory of a group
  int buffers = 0;                     ///< buffers read by a shader
};

/// Limits of the current context. Throws ComputeError if it is older than OpenGL 4.3 or allows less
/// than the shaders need.
ComputeLimits compute_limits();

/// Returns the reason why the current context is lost; GL_NO_ERROR if it is not.
using ResetStatus = GLenum (*)();

/// Status from the driver; GL_NO_ERROR if it does not support it.
GLenum reset_status();

/// Throws ComputeError with the reason if the current context is lost, by `status`, or the driver
/// reports an error.
void require_healthy(ResetStatus status);

}  // namespace attn::gl
