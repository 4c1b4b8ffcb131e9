#pragma once

#include <memory>

#include <cairo.h>

#include "app/figure/text/text.h"

namespace attn {

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cr) const { cairo_destroy(cr); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroyCairo>;
using Cairo = std::unique_ptr<cairo_t, DestroyCairo>;

/// Draws `text` in the current colour, starting on the first line's baseline at (x, y).
void show_text(cairo_t* cr, const Text& text, double x, double y);

}  // namespace attn
