#pragma once

#include <cstdint>
#include <vector>

#include "app/figure/math/glyph.h"

namespace attn {

/// Glyph of formulas as pixels R, G, B, A, rows from the top: white, alpha by coverage.
struct GlyphPixels {
  int width = 0, height = 0;
  int left = 0, top = 0;  ///< upper left corner, from the start of the glyph on its baseline
  std::vector<std::uint8_t> rgba{};
};

/// Draws `glyph` with `size` pixels per em, `shift` pixels to the right of a pixel's edge. Throws
/// std::runtime_error on failure.
GlyphPixels glyph_pixels(Glyph glyph, double size, double shift);

}  // namespace attn
