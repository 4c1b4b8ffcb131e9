#include "app/figure/png_figure.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "app/figure/cairo_canvas.h"
#include "app/figure/cairo_owner.h"
#include "app/figure/png.h"

namespace attn {
namespace {

unsigned char straight(std::uint32_t channel, std::uint32_t alpha) {
  return static_cast<unsigned char>(alpha == 0 ? 0 : (channel * 255 + alpha / 2) / alpha);
}

// The surface's native-endian 0xAARRGGBB words, premultiplied, as bytes R, G, B, A, straight.
std::unique_ptr<unsigned char[]> rgba_of(cairo_surface_t* surface) {
  const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(surface));
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  const unsigned char* const data = cairo_image_surface_get_data(surface);
  const bool is_opaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24;
  auto rgba = std::make_unique_for_overwrite<unsigned char[]>(4 * width * height);
  unsigned char* out = rgba.get();
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x, out += 4) {
      std::uint32_t pixel;
      std::memcpy(&pixel, data + y * stride + 4 * x, sizeof pixel);
      const std::uint32_t alpha = is_opaque ? 255 : pixel >> 24;
      const std::uint32_t red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
      if (alpha == 255) {
        out[0] = static_cast<unsigned char>(red);
        out[1] = static_cast<unsigned char>(green);
        out[2] = static_cast<unsigned char>(blue);
      } else {
        out[0] = straight(red, alpha);
        out[1] = straight(green, alpha);
        out[2] = straight(blue, alpha);
      }
      out[3] = static_cast<unsigned char>(alpha);
    }
  }
  return rgba;
}

}  // namespace

Pixels pixels_of(const Drawing& drawing) {
  const int width = drawing.pixel_width(), height = drawing.pixel_height();
  const CairoSurface surface(cairo_image_surface_create(
      drawing.theme->has_ground ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height));
  const Cairo cr(cairo_create(surface.get()));
  cairo_scale(cr.get(), drawing.scale, drawing.scale);
  cairo_translate(cr.get(), -drawing.corner.x, -drawing.corner.y);
  {
    CairoCanvas canvas(cr.get(), *drawing.theme);
    drawing.draw(canvas);
  }
  expect_drawn(cr.get());
  cairo_surface_flush(surface.get());
  return {width, height, rgba_of(surface.get())};
}

std::string png_figure(const Drawing& drawing) {
  const Pixels pixels = pixels_of(drawing);
  return encode_png(
      pixels.width, pixels.height, pixels.rgba.get(),
      {.scale = drawing.scale, .title = drawing.title, .description = drawing.description});
}

}  // namespace attn
