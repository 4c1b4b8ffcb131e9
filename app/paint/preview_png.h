#pragma once

#include <string_view>

#include "app/figure/files/figure.h"

namespace attn {

/// Decodes an opaque PNG image from the bytes `png` and scales it to `width` pixels. Throws
/// std::runtime_error if it is invalid.
FigurePreview preview_png(std::string_view png, int width);

}  // namespace attn
