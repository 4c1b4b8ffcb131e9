#include "app/gl/compute/fence.h"

#include "app/gl/base/compute_error.h"

namespace attn::gl {

Fence Fence::here() {
  Fence fence;
  fence.sync_.reset(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
  glFlush();
  return fence;
}

bool Fence::is_passed(std::chrono::nanoseconds patience) const {
  if (!sync_) return true;
  switch (glClientWaitSync(sync_.get(), 0, static_cast<GLuint64>(patience.count()))) {
    case GL_ALREADY_SIGNALED:
    case GL_CONDITION_SATISFIED:
      return true;
    case GL_TIMEOUT_EXPIRED:
      return false;
    default:
      throw ComputeError("the graphics driver failed while the program waited for it");
  }
}

void Fence::order() const {
  if (sync_) glWaitSync(sync_.get(), 0, GL_TIMEOUT_IGNORED);
}

}  // namespace attn::gl
