#pragma once

#include "app/session/evaluation/backends.h"

struct GLFWwindow;

namespace attn::ui {

/// Context for compute shaders that shares objects with that of `window`. Create and destroy on the
/// window's thread. Throws std::runtime_error if the driver does not support it.
std::unique_ptr<ComputeContext> open_compute_context(GLFWwindow* window);

}  // namespace attn::ui
