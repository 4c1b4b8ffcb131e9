#pragma once

#include <chrono>
#include <memory>
#include <type_traits>

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

  /// Returns whether the device reached it within `patience`. Throws ComputeError if that cannot be
  /// determined.
  bool is_passed(std::chrono::nanoseconds patience) const;

  /// Orders later commands of the current context after it, without waiting.
  void order() const;

 private:
  struct Delete {
    void operator()(GLsync sync) const { glDeleteSync(sync); }
  };
  std::unique_ptr<std::remove_pointer_t<GLsync>, Delete> sync_;
};

}  // namespace attn::gl
