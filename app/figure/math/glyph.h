#pragma once

#include <cstdint>

namespace attn {

/// A glyph by its number in the font of formulas; 0 is a box for what the font does not have.
using Glyph = std::uint32_t;

}  // namespace attn
