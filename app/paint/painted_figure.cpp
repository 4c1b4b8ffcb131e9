#include "app/figure/files/painted_figure.h"

#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include <cairo-pdf.h>

#include "app/figure/canvas/png.h"
#include "app/paint/cairo_canvas.h"
#include "app/paint/cairo_text.h"
#include "app/paint/pdf_tags.h"

namespace attn {
namespace {

constexpr double kPointsPerInch = 72;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned count) {
  try {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), count);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

unsigned char straight(std::uint32_t channel, std::uint32_t alpha) {
  return static_cast<unsigned char>(alpha == 0 ? 0 : (channel * 255 + alpha / 2) / alpha);
}

/// Cairo's image: native-endian words 0xAARRGGBB, premultiplied.
class Surface {
 public:
  explicit Surface(const Drawing& drawing)
      : opaque_(drawing.theme->has_ground),
        surface_(cairo_image_surface_create(opaque_ ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
                                            drawing.pixel_width(), drawing.pixel_height())) {
    const Cairo cr(cairo_create(surface_.get()));
    cairo_scale(cr.get(), drawing.scale, drawing.scale);
    cairo_translate(cr.get(), -drawing.corner.x, -drawing.corner.y);
    {
      CairoCanvas canvas(cr.get(), *drawing.theme, drawing.scale);
      drawing.draw(canvas);
    }
    expect_drawn(cairo_status(cr.get()));
    cairo_surface_flush(surface_.get());
  }

  bool is_opaque() const { return opaque_; }
  /// Storage for an opaque image's rows: three bytes fit where four were.
  unsigned char* room() { return opaque_ ? cairo_image_surface_get_data(surface_.get()) : nullptr; }

  int width() const { return cairo_image_surface_get_width(surface_.get()); }
  int height() const { return cairo_image_surface_get_height(surface_.get()); }

  /// Converts a row to bytes R, G, B.
  void copy_opaque(int y, unsigned char* out) const {
    const unsigned char* in = row(y);
    for (const unsigned char* end = out + 3 * width(); out < end; in += 4, out += 3) {
      const std::uint32_t pixel = pixel_at(in);
      out[0] = static_cast<unsigned char>(pixel >> 16);
      out[1] = static_cast<unsigned char>(pixel >> 8);
      out[2] = static_cast<unsigned char>(pixel);
    }
  }

  /// Converts a row with alpha, not premultiplied.
  void copy(int y, unsigned char* out) const {
    const unsigned char* in = row(y);
    for (const unsigned char* end = out + 4 * width(); out < end; in += 4, out += 4) {
      const std::uint32_t pixel = pixel_at(in), alpha = opaque_ ? 255 : pixel >> 24;
      out[0] = straight(pixel >> 16 & 255, alpha);
      out[1] = straight(pixel >> 8 & 255, alpha);
      out[2] = straight(pixel & 255, alpha);
      out[3] = static_cast<unsigned char>(alpha);
    }
  }

 private:
  static std::uint32_t pixel_at(const unsigned char* bytes) {
    std::uint32_t pixel;
    std::memcpy(&pixel, bytes, sizeof pixel);
    return pixel;
  }
  const unsigned char* row(int y) const {
    return cairo_image_surface_get_data(surface_.get()) +
           static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(surface_.get());
  }

  bool opaque_;
  CairoSurface surface_;
};

}  // namespace

Pixels pixels_of(const Drawing& drawing) {
  const Surface surface(drawing);
  Pixels pixels{surface.width(), surface.height()};
  const auto row = 4 * static_cast<std::size_t>(pixels.width);
  pixels.rgba = std::make_unique_for_overwrite<unsigned char[]>(
      row * static_cast<std::size_t>(pixels.height));
  for (int y = 0; y < pixels.height; ++y) {
    surface.copy(y, pixels.rgba.get() + static_cast<std::size_t>(y) * row);
  }
  return pixels;
}

std::string png_figure(const Drawing& drawing) {
  Surface surface(drawing);
  const bool opaque = surface.is_opaque();
  const auto row = [&](int y, unsigned char* out) {
    opaque ? surface.copy_opaque(y, out) : surface.copy(y, out);
  };
  return encode_png(surface.width(), surface.height(), opaque, row,
                    {.pixels_per_inch = drawing.pixels_per_inch,
                     .title = drawing.title,
                     .description = drawing.description},
                    surface.room());
}

std::string pdf_figure(const Drawing& drawing) {
  std::string bytes;
  const double pixel = kPointsPerInch / drawing.pixels_per_inch;
  const CairoSurface surface(cairo_pdf_surface_create_for_stream(
      append, &bytes, drawing.pixel_width() * pixel, drawing.pixel_height() * pixel));
  cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
  const auto note = [&](cairo_pdf_metadata_t what, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface.get(), what, text.c_str());
  };
  note(CAIRO_PDF_METADATA_TITLE, drawing.title);
  note(CAIRO_PDF_METADATA_SUBJECT, drawing.description);
  note(CAIRO_PDF_METADATA_CREATOR, "Attentoscope");
  note(CAIRO_PDF_METADATA_CREATE_DATE, "");  // otherwise equal figures would differ from day to day
  const Cairo cr(cairo_create(surface.get()));
  const double points = drawing.scale * pixel;
  cairo_scale(cr.get(), points, points);
  cairo_translate(cr.get(), -drawing.corner.x, -drawing.corner.y);
  {
    CairoCanvas canvas(cr.get(), *drawing.theme, kPrintResolution * drawing.scale);
    cairo_tag_begin(cr.get(), kFigureTag, "");
    drawing.draw(canvas);
  }
  cairo_tag_end(cr.get(), kFigureTag);
  cairo_show_page(cr.get());
  expect_drawn(cairo_status(cr.get()));
  cairo_surface_finish(surface.get());
  expect_drawn(cairo_surface_status(surface.get()));
  const char* const between = drawing.title.empty() || drawing.description.empty() ? "" : ". ";
  return with_alternative(std::move(bytes), drawing.title + between + drawing.description);
}

}  // namespace attn
