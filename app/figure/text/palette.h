#pragma once

#include <cstddef>

#include "engine/color/colormap.h"

namespace attn {

// The light theme, in which figures are drawn: they are for paper and slides.
inline constexpr Rgb kPaper{0xff, 0xff, 0xff};
inline constexpr Rgb kHairline{0xdc, 0xdf, 0xe8};
inline constexpr Rgb kInk{0x2b, 0x2e, 0x3f};
inline constexpr Rgb kSecondary{0x6a, 0x6f, 0x86};
inline constexpr Rgb kFaint{0x8a, 0x8f, 0xa3};
inline constexpr Rgb kQuery{0x3b, 0x4b, 0xd8};
inline constexpr Rgb kKey{0xd1, 0x49, 0x2f};

/// White or ink, whichever contrasts more with `background` (WCAG 2.1, relative luminance).
Rgb text_color_on(Rgb background);

/// So many heads can be told apart by their colours.
inline constexpr std::size_t kHeadColors = 8;

/// The colour of the n-th head that is shown, on either ground: any two are at least 0.10 apart in
/// OKLab, in normal, deutan, protan and tritan sight (Machado et al. 2009, severity 1), as a test
/// computes.
Rgb head_color(std::size_t n, Ground ground);

}  // namespace attn
