// The only code that uses app/gl/compute, an optional part of the build.
#include "app/command/glsl.h"

#include <cstdlib>

#include "app/gl/base/surfaceless.h"
#ifdef ATTN_GLSL
#include "app/gl/compute/compute_device.h"
#endif
#include "app/command/scene_work.h"

namespace attn {

std::unique_ptr<gl::Device> glsl_device() {
#ifdef ATTN_GLSL
  return std::make_unique<gl::ComputeDevice>();
#else
  return nullptr;
#endif
}

Trace result_by_glsl(const std::string& file, const Scene& scene) {
  // Suppresses Mesa's message about a missing driver before our own error line.
  ::setenv("EGL_LOG_LEVEL", "fatal", 0);
  try {
    const auto device = glsl_device();
    if (!device) throw std::runtime_error(std::string(gl::kBuiltWithout));
    const gl::SurfacelessContext context(4, 3);
    return about_scene(file, [&] { return device->compute(scene); });
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kCouldNot, std::string("no glsl backend: ") + error.what());
  }
}

}  // namespace attn
