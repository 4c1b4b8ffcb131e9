#pragma once

#include <cstdint>

namespace attn {

/// Index of a glyph in the formula font; 0 is a box for missing characters.
using Glyph = std::uint32_t;

}  // namespace attn
