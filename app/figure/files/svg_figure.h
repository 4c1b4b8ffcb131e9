#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"

namespace attn {

/// `drawing` as an SVG 1.1 file, in units of CSS pixels: shapes stay shapes, and text stays text.
std::string svg_figure(const Drawing& drawing);

}  // namespace attn
