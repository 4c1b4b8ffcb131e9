#include "app/figure/files/figure_preview.h"

#include <algorithm>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/png_figure.h"

namespace attn {

FigurePreview preview_figure(const std::shared_ptr<const Evaluation>& evaluation,
                             const FigureOptions& options, double usual_scale, int width,
                             int height) {
  return preview_drawing(draw_figure(evaluation, options, usual_scale), width, height);
}

FigurePreview preview_drawing(Drawing drawing, int width, int height) {
  FigurePreview preview{drawing.pixel_width(), drawing.pixel_height()};
  // A pixel that is only begun is a whole one.
  const double fits = std::min((width - 1) / drawing.width, (height - 1) / drawing.height);
  drawing.scale = std::clamp(fits, 1e-3, drawing.scale);
  const Pixels pixels = pixels_of(drawing);
  preview.width = pixels.width;
  preview.height = pixels.height;
  const auto bytes =
      4 * static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height);
  preview.rgba.assign(pixels.rgba.get(), pixels.rgba.get() + bytes);
  return preview;
}

}  // namespace attn
