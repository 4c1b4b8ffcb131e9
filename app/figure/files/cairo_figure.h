#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/canvas/drawing.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"

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

struct Drawing;

/// Preview image of a figure, and the size of its file.
struct FigurePreview {
  int file_width = 0, file_height = 0;  ///< pixels, or units for vector formats
  int width = 0, height = 0;            ///< pixels
  std::vector<unsigned char> rgba{};    ///< four bytes each, rows from the top
};

/// `drawing` with at most `width` x `height` pixels, and no larger than its file.
FigurePreview preview_drawing(Drawing drawing, int width, int height);

/// Figure of draw_figure with at most `width` x `height` pixels, and no larger than the file.
/// Throws likewise.
FigurePreview preview_figure(const std::shared_ptr<const Evaluation>& evaluation,
                             const FigureOptions& options, double usual_scale, int width,
                             int height);

/// The picture in the PNG file `png`, whose bytes are given, scaled to `width` pixels. It must be
/// opaque. Throws std::runtime_error where it can't be read.
FigurePreview preview_png(std::string_view png, int width);

}  // namespace attn
