#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

struct Drawing;

/// Preview image of a figure, and the size of its file.
struct FigurePreview {
  int file_width = 0, file_height = 0;  ///< pixels, or units for vector formats
  int width = 0, height = 0;            ///< pixels
  std::vector<unsigned char> rgba{};    ///< four bytes each, rows from the top
};

/// `drawing` with at most `width` x `height` pixels, and no larger than its file.
FigurePreview preview_drawing(Drawing drawing, int width, int height);

/// Preview of draw_figure() with at most `width` x `height` pixels, and no larger than the file.
/// Throws like draw_figure().
FigurePreview preview_figure(const std::shared_ptr<const Evaluation>& evaluation,
                             const FigureOptions& options, double usual_scale, int width,
                             int height);

/// Decodes an opaque PNG image from the bytes `png` and scales it to `width` pixels. Throws
/// std::runtime_error if it is invalid.
FigurePreview preview_png(std::string_view png, int width);

}  // namespace attn
