#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace attn {

/// Copy-on-write value. A copy shares the value by a pointer, so that storing a Scene for undo, and
/// comparing it with an earlier one, costs nothing for unchanged parts. Each Cow is for one thread
/// at a time; those that share a value may be in several.
template <typename T>
class Cow {
 public:
  Cow() : shared_(new Shared{}) {}
  Cow(T value) : shared_(new Shared{std::move(value)}) {}
  Cow(const Cow& other) noexcept : shared_(other.shared_) { count_one_more(); }
  Cow(Cow&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  Cow& operator=(Cow other) noexcept {
    std::swap(shared_, other.shared_);
    return *this;
  }
  ~Cow() { let_go(); }

  const T& operator*() const { return shared_->value; }
  const T* operator->() const { return &shared_->value; }

  /// Value for writing; it is copied first if another Cow shares it.
  T& edit() {
    // Acquire: reads by former owners happen before the write.
    if (shared_->owners.load(std::memory_order_acquire) != 1) *this = Cow(shared_->value);
    return shared_->value;
  }

  bool is_same(const Cow& other) const { return shared_ == other.shared_; }

  friend bool operator==(const Cow& a, const Cow& b) {
    return a.is_same(b) || equal_values(*a, *b);
  }

 private:
  struct Shared {
    T value{};
    std::atomic<std::size_t> owners{1};
  };

  static bool equal_values(const T& a, const T& b) {
    // Eigen asserts on unequal shapes instead of returning false.
    if constexpr (requires { a.rows() == b.rows() && a.cols() == b.cols(); }) {
      return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
    } else {
      return a == b;
    }
  }

  void count_one_more() noexcept {
    if (shared_) shared_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  void let_go() noexcept {
    if (shared_ && shared_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared_;
  }

  Shared* shared_;
};

}  // namespace attn
