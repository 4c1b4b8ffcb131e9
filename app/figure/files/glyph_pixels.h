#pragma once

#include <cstdint>
#include <vector>

#include "app/figure/math/glyph.h"

namespace attn {

/// A glyph of formulas as pixels R, G, B, A, rows from the top: white, as much as it covers.
struct GlyphPixels {
  int width = 0, height = 0;
  int left = 0, top = 0;  ///< its upper left corner, from where the glyph begins on its baseline
  std::vector<std::uint8_t> rgba{};
};

/// At `size` pixels an em, beginning `shift` pixels behind a whole one. Throws std::runtime_error
/// where it can't be drawn.
GlyphPixels glyph_pixels(Glyph glyph, double size, double shift);

}  // namespace attn
