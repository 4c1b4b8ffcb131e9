#pragma once

#include <cstddef>

namespace attn {

// Maximum sizes of texts in a scene, in bytes: more than a person writes or reads, and small enough
// to draw in each frame.

inline constexpr std::size_t kMaxTitleBytes = 10'000;
inline constexpr std::size_t kMaxNotesBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxTokenBytes = 10'000;
inline constexpr std::size_t kMaxTokensBytes = std::size_t{16} << 20;  ///< of a list in total

}  // namespace attn
