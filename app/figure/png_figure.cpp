#include "app/figure/png_figure.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "app/figure/png.h"

namespace attn {
namespace {

struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cr) const { cairo_destroy(cr); }
};

// The surface's native-endian 0x??RRGGBB words as bytes R, G, B, 255.
std::unique_ptr<unsigned char[]> rgba_of(cairo_surface_t* surface) {
  const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(surface));
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  const unsigned char* const data = cairo_image_surface_get_data(surface);
  auto rgba = std::make_unique_for_overwrite<unsigned char[]>(4 * width * height);
  unsigned char* out = rgba.get();
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      std::uint32_t pixel;
      std::memcpy(&pixel, data + y * stride + 4 * x, sizeof pixel);
      out[0] = static_cast<unsigned char>(pixel >> 16);
      out[1] = static_cast<unsigned char>(pixel >> 8);
      out[2] = static_cast<unsigned char>(pixel);
      out[3] = 255;
      out += 4;
    }
  }
  return rgba;
}

}  // namespace

std::string png_figure(const Drawing& drawing, double scale) {
  const int width = static_cast<int>(std::ceil(drawing.width * scale));
  const int height = static_cast<int>(std::ceil(drawing.height * scale));
  const std::unique_ptr<cairo_surface_t, Destroy> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const std::unique_ptr<cairo_t, Destroy> cr(cairo_create(surface.get()));
  cairo_scale(cr.get(), scale, scale);
  drawing.draw(cr.get());
  if (const cairo_status_t status = cairo_status(cr.get()); status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("the figure could not be drawn: ") +
                             cairo_status_to_string(status));
  }
  cairo_surface_flush(surface.get());
  return encode_png(width, height, rgba_of(surface.get()).get(), scale);
}

}  // namespace attn
