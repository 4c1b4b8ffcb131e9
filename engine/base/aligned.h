#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace attn {

/// Allocator for vectors that start at a cache line: otherwise every second load of the widest
/// vectors crosses two lines.
template <typename Number>
struct Aligned {
  using value_type = Number;
  Aligned() = default;
  template <typename Other>
  explicit Aligned(const Aligned<Other>&) {}
  Number* allocate(std::size_t count) {
    return static_cast<Number*>(::operator new(count * sizeof(Number), kLine));
  }
  void deallocate(Number* numbers, std::size_t) { ::operator delete(numbers, kLine); }
  bool operator==(const Aligned&) const = default;

 private:
  static constexpr std::align_val_t kLine{64};
};

template <typename Number>
using AlignedVector = std::vector<Number, Aligned<Number>>;

}  // namespace attn
