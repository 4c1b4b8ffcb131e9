#pragma once

#include <string>

#include "app/figure/drawing.h"

namespace attn {

/// `drawing` as the bytes of a PNG file, opaque, in sRGB, of `scale` pixels a unit.
/// Throws std::runtime_error where there is no memory for it.
std::string png_figure(const Drawing& drawing, double scale);

}  // namespace attn
