#pragma once

#include <cairo.h>

#include "app/figure/rect.h"
#include "engine/colormap.h"

namespace attn {

void set_color(cairo_t* cr, Rgb color);
/// Adds a rectangle with rounded corners to the path.
void add_rounded(cairo_t* cr, const Rect& rect, double radius);
/// Hatches `rect`, where the clip lets it: the sign of what is masked.
void draw_hatch(cairo_t* cr, const Rect& rect);

}  // namespace attn
