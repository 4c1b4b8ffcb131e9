#include "app/figure/files/figure_preview.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "app/figure/canvas/cairo_canvas.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/files/cairo_figure.h"
#include "app/figure/files/figure.h"

namespace attn {

FigurePreview preview_figure(const std::shared_ptr<const Evaluation>& evaluation,
                             const FigureOptions& options, double usual_scale, int width,
                             int height) {
  return preview_drawing(draw_figure(evaluation, options, usual_scale), width, height);
}

FigurePreview preview_drawing(Drawing drawing, int width, int height) {
  FigurePreview preview{drawing.pixel_width(), drawing.pixel_height()};
  // Partial pixels count as whole ones.
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

FigurePreview preview_png(std::string_view png, int width) {
  const auto read = [](void* left, unsigned char* out, unsigned int length) {
    auto& bytes = *static_cast<std::string_view*>(left);
    if (bytes.size() < length) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(out, bytes.data(), length);
    bytes.remove_prefix(length);
    return CAIRO_STATUS_SUCCESS;
  };
  const CairoSurface whole(cairo_image_surface_create_from_png_stream(read, &png));
  FigurePreview preview{cairo_image_surface_get_width(whole.get()),
                        cairo_image_surface_get_height(whole.get()), width};
  const double scale = static_cast<double>(width) / std::max(1, preview.file_width);
  preview.height = std::max(1, static_cast<int>(scale * preview.file_height));
  const CairoSurface scaled(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, preview.width, preview.height));
  const Cairo cr(cairo_create(scaled.get()));
  cairo_scale(cr.get(), scale, scale);
  cairo_set_source_surface(cr.get(), whole.get(), 0, 0);
  cairo_paint(cr.get());
  expect_drawn(cairo_status(cr.get()));
  cairo_surface_flush(scaled.get());
  const unsigned char* const rows = cairo_image_surface_get_data(scaled.get());
  for (int y = 0; y < preview.height; ++y) {
    for (int x = 0; x < preview.width; ++x) {
      std::uint32_t pixel;  // 0xXXRRGGBB
      std::memcpy(&pixel, rows + y * cairo_image_surface_get_stride(scaled.get()) + 4 * x,
                  sizeof pixel);
      for (const int shift : {16, 8, 0}) {
        preview.rgba.push_back(static_cast<unsigned char>(pixel >> shift));
      }
      preview.rgba.push_back(255);
    }
  }
  return preview;
}

}  // namespace attn
