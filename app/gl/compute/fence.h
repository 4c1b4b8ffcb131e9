#pragma once

#include <chrono>

#include <epoxy/gl.h>

namespace attn::gl {

/// Point in the command stream of a context. Construct, use and destroy it with a context current
/// that shares objects with that one.
class Fence {
 public:
  /// No fence: passed.
  Fence() = default;
  /// Fence after all commands of the current context so far, which are flushed.
  static Fence here();
  Fence(Fence&& other) noexcept;
  Fence& operator=(Fence&& other) noexcept;
  ~Fence();

  /// Returns whether the device reached it within `patience`. Throws ComputeError if that cannot be
  /// determined.
  bool is_passed(std::chrono::nanoseconds patience) const;

  /// Orders later commands of the current context after it, without waiting.
  void order() const;

 private:
  GLsync sync_ = nullptr;
};

}  // namespace attn::gl
