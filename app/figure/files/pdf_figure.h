#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"

namespace attn {

/// `drawing` as the bytes of a PDF file of one page: vector shapes, and selectable text.
/// Deterministic. Throws std::runtime_error on failure.
std::string pdf_figure(const Drawing& drawing);

}  // namespace attn
