#pragma once

#include <cstdint>
#include <span>

#include <cairo.h>

#include "app/figure/rect.h"
#include "engine/colormap.h"

namespace attn {

void set_color(cairo_t* cr, Rgb color);
/// Adds a rectangle with rounded corners to the path.
void add_rounded(cairo_t* cr, const Rect& rect, double radius);
/// Hatches `rect`, where the clip lets it: the sign of what is masked.
void draw_hatch(cairo_t* cr, const Rect& rect);
/// Fills `rect` with width x height pixels of 0xAARRGGBB (premultiplied, rows from the top), each a
/// sharp rectangle. They are read before it answers.
void draw_pixels(cairo_t* cr, const Rect& rect, int width, int height,
                 std::span<const std::uint32_t> pixels);

}  // namespace attn
