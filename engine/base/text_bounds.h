#pragma once

#include <cstddef>

namespace attn {

// Texts of a scene may not be longer, in bytes: no person writes or reads more, and what is drawn
// in each frame must not take long.

inline constexpr std::size_t kMaxTitleBytes = 10'000;
inline constexpr std::size_t kMaxNotesBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxTokenBytes = 10'000;
inline constexpr std::size_t kMaxTokensBytes = std::size_t{16} << 20;  ///< of a list, altogether

}  // namespace attn
