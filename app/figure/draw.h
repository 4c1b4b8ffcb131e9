#pragma once

#include <cairo.h>

#include "engine/colormap.h"

namespace attn {

/// In units of the figure, from its upper left corner.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

void set_color(cairo_t* cr, Rgb color);
/// Adds a rectangle with rounded corners to the path.
void add_rounded(cairo_t* cr, const Rect& rect, double radius);
/// Hatches `rect`, where the clip lets it: the sign of what is masked.
void draw_hatch(cairo_t* cr, const Rect& rect);

}  // namespace attn
