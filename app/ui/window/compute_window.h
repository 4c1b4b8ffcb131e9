#pragma once

#include "app/session/evaluation/backends.h"

struct GLFWwindow;

namespace attn::ui {

/// A context for compute shaders that shares its objects with the one of `window`. To be called,
/// and the result let go of, by the window's thread. Throws std::runtime_error where the driver has
/// none.
std::unique_ptr<ComputeContext> open_compute_context(GLFWwindow* window);

}  // namespace attn::ui
