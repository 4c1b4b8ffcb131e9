#pragma once

#include <chrono>

#include <epoxy/gl.h>

namespace attn::gl {

/// A point in what a context was told to do. Made, asked and destroyed with a context current that
/// shares with the one that it is of.
class Fence {
 public:
  /// None: passed.
  Fence() = default;
  /// After all that the current context was told so far, which it then begins to do.
  static Fence here();
  Fence(Fence&& other) noexcept;
  Fence& operator=(Fence&& other) noexcept;
  ~Fence();

  /// Whether the device got there within `patience`. Throws ComputeError where that can't be known.
  bool is_passed(std::chrono::nanoseconds patience) const;

  /// What the current context is told from now on is done after it. Waits for nothing.
  void order() const;

 private:
  GLsync sync_ = nullptr;
};

}  // namespace attn::gl
