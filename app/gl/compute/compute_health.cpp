#include "app/gl/compute/compute_health.h"

#include <string>

#include "app/gl/base/compute_error.h"

namespace attn::gl {

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
