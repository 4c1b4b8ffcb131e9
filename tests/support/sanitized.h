#pragma once

#include <cstdint>

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

/// Of what a test goes through, the sanitizers' build, which is ten times slower, takes one of so
/// many: it looks for what the code does wrong in any case, and the release build at all of them.
inline constexpr int kOneOf = kIsSanitized ? 8 : 1;

/// Whether the nth of a test's cases is one that this build takes: any of them, so that in tests of
/// loops within loops each case of every loop has its turn. Every eighth would leave out what comes
/// with an even step.
constexpr bool is_taken(int n) {
  auto mixed = static_cast<std::uint32_t>(n);  // MurmurHash3's finalizer
  mixed = (mixed ^ mixed >> 16U) * 0x85ebca6bU;
  mixed = (mixed ^ mixed >> 13U) * 0xc2b2ae35U;
  return (mixed ^ mixed >> 16U) % kOneOf == 0;
}

}  // namespace attn::test
