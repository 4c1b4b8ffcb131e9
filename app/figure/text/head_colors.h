#pragma once

#include <cstddef>

#include "engine/color/colormap.h"

namespace attn {

/// So many heads can be told apart by their colours.
inline constexpr std::size_t kHeadColors = 8;

/// The colour of the n-th head that is shown, on either ground: any two are at least 0.10 apart in
/// OKLab, in normal, deutan, protan and tritan sight (Machado et al. 2009, severity 1), as a test
/// computes.
Rgb head_color(std::size_t n, Ground ground);

}  // namespace attn
