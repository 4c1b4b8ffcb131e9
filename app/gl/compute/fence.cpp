#include "app/gl/compute/fence.h"

#include <utility>

#include "app/gl/base/compute_error.h"

namespace attn::gl {

Fence Fence::here() {
  Fence fence;
  fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  return fence;
}

Fence::Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}

Fence& Fence::operator=(Fence&& other) noexcept {
  std::swap(sync_, other.sync_);
  return *this;
}

Fence::~Fence() {
  if (sync_ != nullptr) glDeleteSync(sync_);
}

bool Fence::is_passed(std::chrono::nanoseconds patience) const {
  if (sync_ == nullptr) return true;
  switch (glClientWaitSync(sync_, 0, static_cast<GLuint64>(patience.count()))) {
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
  if (sync_ != nullptr) glWaitSync(sync_, 0, GL_TIMEOUT_IGNORED);
}

}  // namespace attn::gl
