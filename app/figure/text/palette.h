#pragma once

#include <cstddef>

#include "engine/color/colormap.h"

namespace attn {

// Light theme, for figures on paper and slides.
inline constexpr Rgb kPaper{0xff, 0xff, 0xff};
inline constexpr Rgb kHairline{0xdc, 0xdf, 0xe8};
inline constexpr Rgb kInk{0x2b, 0x2e, 0x3f};
inline constexpr Rgb kSecondary{0x6a, 0x6f, 0x86};
inline constexpr Rgb kFaint{0x8a, 0x8f, 0xa3};
inline constexpr Rgb kQuery{0x3b, 0x4b, 0xd8};
inline constexpr Rgb kKey{0xd1, 0x49, 0x2f};

/// White or dark, whichever has more contrast with `background` (WCAG 2.1, relative luminance).
Rgb text_color_on(Rgb background);

/// Maximum number of heads with distinguishable colours.
inline constexpr std::size_t kHeadColors = 8;

/// Colour of the n-th shown head, on either background: all pairs are at least 0.10 apart in OKLab,
/// in normal, deutan, protan and tritan vision (Machado et al. 2009, severity 1), as a test
/// verifies.
Rgb head_color(std::size_t n, Ground ground);

}  // namespace attn
