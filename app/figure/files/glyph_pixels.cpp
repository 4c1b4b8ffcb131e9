#include "app/figure/files/glyph_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/figure/files/painted_figure.h"
#include "app/figure/math/formula_drawing.h"
#include "app/figure/math/math_font.h"

namespace attn {
namespace {

constexpr double kGlyphMargin = 2;  // slanted glyphs exceed their widths

}  // namespace

GlyphPixels glyph_pixels(Glyph glyph, double size, double shift) {
  const GlyphMetrics& metrics = math_font().metrics(glyph);
  const double rise = std::ceil(std::max(0.0, metrics.height) * size) + kGlyphMargin;
  const double fall = std::ceil(std::max(0.0, metrics.depth) * size) + kGlyphMargin;
  // accents lie to the left of their origin
  const double before = std::ceil(0.25 * size) + kGlyphMargin;
  SetFormula one;
  one.signs.push_back({glyph, {before + shift, rise}, size, Ink::text});
  FigureTheme white = kTransparentFigure;
  white.text = {255, 255, 255};
  const Pixels drawn = pixels_of({.width = 2 * before + std::ceil(metrics.width * size) + 1,
                                  .height = rise + fall,
                                  .draw = [&one](Canvas& canvas) { draw_formula(canvas, one, {}); },
                                  .theme = &white});
  const auto bytes = std::size_t{4} * static_cast<std::size_t>(drawn.width) *
                     static_cast<std::size_t>(drawn.height);
  return {drawn.width,
          drawn.height,
          -static_cast<int>(before),
          -static_cast<int>(rise),
          {drawn.rgba.get(), drawn.rgba.get() + bytes}};
}

}  // namespace attn
