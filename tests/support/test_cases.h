#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tests/support/test_cases.h"

namespace attn::test {

/// Whether this is the sanitizers' build: AddressSanitizer has no answer to a lack of memory but
/// the end of the program.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kIsSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kIsSanitized = false;
#endif

/// Percentage of their cases that tests of properties try: the environment's ATTN_TEST_CASES,
/// which CMake's option of that name sets; 100 if it is not set. The sanitizers' build, which is
/// ten times slower, tries 10: it looks for faults that any case shows.
inline int percentage_of_cases() {
  static const int percentage = [] {
    const char* const text = std::getenv("ATTN_TEST_CASES");
    return text == nullptr ? 100 : std::clamp(std::atoi(text), 1, 100);
  }();
  return percentage;
}

/// Number of cases to try of `all`: at least 1.
template <std::integral Count>
Count test_cases(Count all) {
  return (all * static_cast<Count>(percentage_of_cases()) + 99) / 100;
}

/// Whether all cases are tried, so that they can be expected to show each kind.
inline bool are_all_tried() { return percentage_of_cases() == 100; }

/// Whether to try the nth case of loops within loops. Chosen by a hash (MurmurHash3's finalizer):
/// every tenth case would leave out what comes with an even step.
inline bool is_tried(int n) {
  auto mixed = static_cast<std::uint32_t>(n);
  mixed = (mixed ^ mixed >> 16U) * 0x85ebca6bU;
  mixed = (mixed ^ mixed >> 13U) * 0xc2b2ae35U;
  return static_cast<int>((mixed ^ mixed >> 16U) % 100) < percentage_of_cases();
}

/// Whether to try the case with this name: a lesson, an example.
inline bool is_tried(std::string_view name) {
  int hash = 0;
  for (const char c : name)
    hash = static_cast<int>(static_cast<unsigned>(hash) * 31U + static_cast<unsigned char>(c));
  return is_tried(hash);
}

}  // namespace attn::test
