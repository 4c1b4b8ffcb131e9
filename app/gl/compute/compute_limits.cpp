#include "app/gl/compute/compute_limits.h"

#include <algorithm>
#include <limits>
#include <string>

#include "app/gl/base/compute_error.h"

namespace attn::gl {
namespace {

constexpr int kVersion = 43;

std::string dotted(int version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

int limit(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

std::array<int, 3> limits_along(GLenum name) {
  std::array<int, 3> values{};
  for (GLuint axis = 0; axis < 3; ++axis) glGetIntegeri_v(name, axis, &values[axis]);
  return values;
}

void require_limit(int found, int least, const std::string& what) {
  if (found >= least) return;
  throw ComputeError("the graphics driver allows " + std::to_string(found) + " " + what + ", but " +
                     std::to_string(least) + " are needed");
}

}  // namespace

ComputeLimits compute_limits() {
  if (const int version = epoxy_gl_version(); version < kVersion || !epoxy_is_desktop_gl()) {
    throw ComputeError("compute shaders need OpenGL " + dotted(kVersion) +
                       ", and the graphics driver has " + dotted(version));
  }
  GLint64 bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  ComputeLimits limits;
  // Shaders index bytes and numbers by 32 bits.
  limits.buffer_bytes = std::min<std::int64_t>(bytes, std::numeric_limits<std::int32_t>::max());
  limits.groups = limits_along(GL_MAX_COMPUTE_WORK_GROUP_COUNT);
  limits.threads_along = limits_along(GL_MAX_COMPUTE_WORK_GROUP_SIZE);
  limits.threads = limit(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
  limits.shared_bytes = limit(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  limits.buffers = limit(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS);
  require_limit(limits.threads, 256, "threads in a group");
  require_limit(limits.threads_along[0], 256, "threads in a group along x");
  require_limit(limits.threads_along[1], 16, "threads in a group along y");
  require_limit(limits.shared_bytes, 16384, "bytes shared by a group");
  require_limit(limits.buffers, 6, "buffers in a shader");
  return limits;
}

GLenum reset_status() {
  if (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness")) {
    return glGetGraphicsResetStatus();
  }
  if (epoxy_has_gl_extension("GL_ARB_robustness")) return glGetGraphicsResetStatusARB();
  return GL_NO_ERROR;
}

void require_healthy(ResetStatus status) {
  const GLenum reset = status();
  const GLenum error = glGetError();
  if (reset != GL_NO_ERROR || error == GL_CONTEXT_LOST) {
    throw ComputeError("the graphics driver lost its context, as after a reset of the device");
  }
  if (error == GL_OUT_OF_MEMORY) throw ComputeError("the graphics driver is out of memory");
  if (error != GL_NO_ERROR) {
    throw ComputeError("the graphics driver failed with error " + std::to_string(error));
  }
}

}  // namespace attn::gl
