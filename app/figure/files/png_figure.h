#pragma once

#include <memory>
#include <string>

#include "app/figure/canvas/drawing.h"

namespace attn {

/// A picture: 4 · width · height bytes R, G, B, A, rows from the top, alpha not premultiplied.
struct Pixels {
  int width = 0, height = 0;
  std::unique_ptr<unsigned char[]> rgba{};
};

/// `drawing` as pixels: what writers of pictures and films take. Throws std::runtime_error where it
/// can't be drawn.
Pixels pixels_of(const Drawing& drawing);

/// `drawing` as the bytes of a PNG file, in sRGB, with its title and description. Throws
/// std::runtime_error where it can't be done.
std::string png_figure(const Drawing& drawing);

}  // namespace attn
