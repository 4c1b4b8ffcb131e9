#pragma once

namespace attn::gl {

/// An OpenGL core context without a screen, by EGL's surfaceless platform: what is drawn goes into
/// a Framebuffer. It is current in the thread that made it, until it ends.
class SurfacelessContext {
 public:
  /// Throws std::runtime_error, saying what is missing, where there is no such context to be had.
  SurfacelessContext(int major, int minor);
  ~SurfacelessContext();
  SurfacelessContext(const SurfacelessContext&) = delete;
  SurfacelessContext& operator=(const SurfacelessContext&) = delete;

  void make_current() const;

 private:
  void* context_;
};

}  // namespace attn::gl
