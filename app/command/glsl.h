#pragma once

#include <memory>
#include <string>

#include "app/gl/base/device.h"

namespace attn {

/// Compute shaders for the window; null if the program was built without compute shaders.
std::unique_ptr<gl::Device> glsl_device();

/// Evaluates `scene`, read from `file`, by compute shaders without a display. Throws Failure, also
/// if compute shaders are not available.
Trace result_by_glsl(const std::string& file, const Scene& scene);

}  // namespace attn
