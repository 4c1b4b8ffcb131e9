#pragma once

namespace attn::gl {

/// OpenGL core context without a window, by EGL's surfaceless platform; drawing goes to a
/// Framebuffer. Current in the constructing thread for its lifetime.
class SurfacelessContext {
 public:
  /// Throws std::runtime_error, naming what is missing, if no such context is available.
  SurfacelessContext(int major, int minor);
  ~SurfacelessContext();
  SurfacelessContext(const SurfacelessContext&) = delete;
  SurfacelessContext& operator=(const SurfacelessContext&) = delete;

  void make_current() const;

 private:
  void* context_;
};

}  // namespace attn::gl
