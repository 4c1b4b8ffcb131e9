#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"

namespace attn {

/// `drawing` as the bytes of a PDF file of one page: shapes stay shapes, and text can be selected.
/// The same drawing gives the same bytes.
/// Throws std::runtime_error where it can't be done.
std::string pdf_figure(const Drawing& drawing);

}  // namespace attn
