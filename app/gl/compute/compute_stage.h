#pragma once

#include <algorithm>
#include <array>

#include "engine/attention/where.h"

namespace attn::gl {

/// Parts that shaders check for overflow, in the order of the table of parts: the last belongs to
/// no head, and is stored after all of them.
inline constexpr std::array kCheckedParts{Part::q,
                                          Part::k,
                                          Part::v,
                                          Part::scores,
                                          Part::subtract_q,
                                          Part::subtract_k,
                                          Part::subtract_scores,
                                          Part::subtract_weights,
                                          Part::weights,
                                          Part::head_output,
                                          Part::output};
static_assert(std::ranges::is_sorted(kCheckedParts));

/// Bit set by a shader if one of the part's numbers leaves float32's range.
constexpr int overflow_bit(Part part) {
  int bit = 1;
  for (const Part one : kCheckedParts) {
    if (one == part) return bit;
    bit *= 2;
  }
  return 0;
}

}  // namespace attn::gl
