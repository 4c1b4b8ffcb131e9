#pragma once

#include <memory>
#include <string>

#include "app/figure/canvas/drawing.h"

namespace attn {

/// Image: 4 · width · height bytes R, G, B, A, rows from the top, alpha not premultiplied.
struct Pixels {
  int width = 0, height = 0;
  std::unique_ptr<unsigned char[]> rgba{};
};

/// `drawing` as pixels, for writers of images and films. Throws std::runtime_error on failure.
Pixels pixels_of(const Drawing& drawing);

/// `drawing` as the bytes of a PNG file, in sRGB, with its title and description. Throws
/// std::runtime_error on failure.
std::string png_figure(const Drawing& drawing);

/// `drawing` as the bytes of a PDF file of one page: vector shapes, and selectable text.
/// Deterministic. Throws std::runtime_error on failure.
std::string pdf_figure(const Drawing& drawing);

}  // namespace attn
