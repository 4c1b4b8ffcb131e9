#pragma once

#include <type_traits>

namespace attn {

/// Moves `value` into `low` … `high`. Where they are crossed, as in a window with no room left, the
/// result is `high`; std::clamp is undefined there, and newer libraries end the program.
template <class T>
constexpr T clamped(T value, std::type_identity_t<T> low, std::type_identity_t<T> high) {
  if (value < low) value = low;
  return high < value ? high : value;
}

}  // namespace attn
