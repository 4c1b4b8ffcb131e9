#pragma once

#include <memory>
#include <string>

#include "app/gl/base/device.h"

namespace attn {

/// Compute shaders for the window; null where the program was built without them.
std::unique_ptr<gl::Device> glsl_device();

/// What `scene`, read from `file`, gives by compute shaders, without a screen. Throws Failure also
/// where they are not to be had.
Trace result_by_glsl(const std::string& file, const Scene& scene);

}  // namespace attn
