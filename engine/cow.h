#pragma once

#include <memory>
#include <utility>

namespace attn {

/// A value that is shared until it is written. Copying one copies a pointer, so that a Scene can
/// be kept for undo, and compared with an earlier one, at no cost for what did not change.
template <typename T>
class Cow {
 public:
  Cow() : shared_(std::make_shared<T>()) {}
  Cow(T value) : shared_(std::make_shared<T>(std::move(value))) {}

  const T& operator*() const { return *shared_; }
  const T* operator->() const { return shared_.get(); }

  /// The value for writing; it is copied first where another Cow still reads it.
  T& edit() {
    if (shared_.use_count() != 1) {
      shared_ = std::make_shared<T>(*shared_);
    } else {
      // Counting once more waits for what other threads read before they let go of it.
      const std::shared_ptr<T> counted = shared_;
    }
    return *shared_;
  }

  bool is_same(const Cow& other) const { return shared_ == other.shared_; }

  friend bool operator==(const Cow& a, const Cow& b) {
    return a.is_same(b) || equal_values(*a, *b);
  }

 private:
  static bool equal_values(const T& a, const T& b) {
    // Eigen asserts on unequal shapes instead of answering false.
    if constexpr (requires { a.rows() == b.rows() && a.cols() == b.cols(); }) {
      return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
    } else {
      return a == b;
    }
  }

  std::shared_ptr<T> shared_;
};

}  // namespace attn
