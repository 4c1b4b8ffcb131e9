#include "app/paint/preview_png.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "app/paint/cairo_canvas.h"
#include "app/paint/cairo_text.h"

namespace attn {

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
