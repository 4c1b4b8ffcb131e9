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

}  // namespace attn::test
