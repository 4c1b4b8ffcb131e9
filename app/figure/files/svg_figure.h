#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"

namespace attn {

/// `drawing` as an SVG 1.1 file, in CSS pixels: vector shapes and text.
std::string svg_figure(const Drawing& drawing);

}  // namespace attn
