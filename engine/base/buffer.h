#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "engine/base/huge_pages.h"

namespace attn {

/// Uninitialised storage for recomputed numbers: aligned for every vector, reused while it is large
/// enough, never cleared.
template <typename Number>
class Buffer {
 public:
  /// Reserves `count` numbers; the content may be lost.
  Number* reserve(std::ptrdiff_t count) {
    if (count > capacity_) {
      numbers_.reset();
      capacity_ = 0;
      const auto bytes = static_cast<std::size_t>(count) * sizeof(Number);
      numbers_.reset(static_cast<Number*>(::operator new(bytes, kAlignment)));
      use_huge_pages(numbers_.get(), bytes);
      capacity_ = count;
    }
    return numbers_.get();
  }

  Number* data() { return numbers_.get(); }
  const Number* data() const { return numbers_.get(); }
  std::size_t bytes() const { return static_cast<std::size_t>(capacity_) * sizeof(Number); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Release {
    void operator()(Number* numbers) const { ::operator delete(numbers, kAlignment); }
  };

  std::unique_ptr<Number, Release> numbers_;
  std::ptrdiff_t capacity_ = 0;
};

}  // namespace attn
