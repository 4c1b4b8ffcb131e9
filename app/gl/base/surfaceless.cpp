#include "app/gl/base/surfaceless.h"

#include <array>
#include <stdexcept>
#include <string>

#include <epoxy/egl.h>

#include "app/gl/base/quiet_errors.h"

namespace attn::gl {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error("no OpenGL without a display: " + what);
}

EGLDisplay open_display() {
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    fail("EGL lacks EGL_MESA_platform_surfaceless");
  }
  EGLDisplay id =
      eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  EGLint major = 0, minor = 0;
  if (id == EGL_NO_DISPLAY || eglInitialize(id, &major, &minor) == EGL_FALSE) {
    fail("EGL can't be initialised; is a graphics driver installed?");
  }
  return id;
}

/// The process's surfaceless display. EGL returns the same one each time, so all contexts share it,
/// and it lives until the process ends.
EGLDisplay display() {
  static const EGLDisplay id = open_display();
  return id;
}

EGLConfig any_config() {
  const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0,
                                     EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display(), wanted.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
    fail("EGL has no configuration for OpenGL");
  }
  return config;
}

/// Creates a context that reports resets, if the driver supports that; EGL_NO_CONTEXT if the
/// version is unavailable.
EGLContext make_context(int major, int minor) {
  std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                   major,
                                   EGL_CONTEXT_MINOR_VERSION,
                                   minor,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                   EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                   EGL_LOSE_CONTEXT_ON_RESET,
                                   EGL_NONE};
  const EGLConfig config = any_config();
  eglBindAPI(EGL_OPENGL_API);
  const EGLContext telling = eglCreateContext(display(), config, EGL_NO_CONTEXT, attributes.data());
  if (telling != EGL_NO_CONTEXT) return telling;
  attributes[6] = EGL_NONE;
  return eglCreateContext(display(), config, EGL_NO_CONTEXT, attributes.data());
}

}  // namespace

SurfacelessContext::SurfacelessContext(int major, int minor) {
  const QuietErrors quiet;
  if (!epoxy_has_egl_extension(display(), "EGL_KHR_surfaceless_context")) {
    fail("EGL lacks EGL_KHR_surfaceless_context");
  }
  context_ = make_context(major, minor);
  if (context_ == EGL_NO_CONTEXT) {
    fail("the driver has no core context of version " + std::to_string(major) + "." +
         std::to_string(minor));
  }
  make_current();
}

SurfacelessContext::~SurfacelessContext() {
  if (eglGetCurrentContext() == context_) {
    eglMakeCurrent(display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  eglDestroyContext(display(), context_);
}

void SurfacelessContext::make_current() const {
  if (eglMakeCurrent(display(), EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE) {
    fail("the context can't be made current");
  }
}

}  // namespace attn::gl
