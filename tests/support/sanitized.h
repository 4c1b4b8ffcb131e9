#pragma once

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
/// many: it looks for what the code does wrong anywhere, the other one at every number.
inline constexpr int kOneOf = kIsSanitized ? 8 : 1;

/// Whether the nth of a test's cases is one that this build takes.
constexpr bool is_taken(int n) { return n % kOneOf == 0; }

}  // namespace attn::test
