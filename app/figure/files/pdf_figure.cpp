#include "app/figure/files/pdf_figure.h"

#include <new>

#include <cairo-pdf.h>

#include "app/figure/canvas/cairo_canvas.h"

namespace attn {
namespace {

constexpr double kPointsPerPixel = 72.0 / 96;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned count) {
  try {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), count);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

}  // namespace

std::string pdf_figure(const Drawing& drawing) {
  std::string bytes;
  const CairoSurface surface(
      cairo_pdf_surface_create_for_stream(append, &bytes, drawing.pixel_width() * kPointsPerPixel,
                                          drawing.pixel_height() * kPointsPerPixel));
  const auto note = [&](cairo_pdf_metadata_t what, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface.get(), what, text.c_str());
  };
  note(CAIRO_PDF_METADATA_TITLE, drawing.title);
  note(CAIRO_PDF_METADATA_SUBJECT, drawing.description);
  note(CAIRO_PDF_METADATA_CREATOR, "Attentoscope");
  note(CAIRO_PDF_METADATA_CREATE_DATE, "");  // otherwise equal figures would differ from day to day
  const Cairo cr(cairo_create(surface.get()));
  const double points = drawing.scale * kPointsPerPixel;
  cairo_scale(cr.get(), points, points);
  cairo_translate(cr.get(), -drawing.corner.x, -drawing.corner.y);
  {
    CairoCanvas canvas(cr.get(), *drawing.theme, kPrintResolution * drawing.scale);
    drawing.draw(canvas);
  }
  cairo_show_page(cr.get());
  expect_drawn(cr.get());
  cairo_surface_finish(surface.get());
  if (const cairo_status_t status = cairo_surface_status(surface.get());
      status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("the figure could not be drawn: ") +
                             cairo_status_to_string(status));
  }
  return bytes;
}

}  // namespace attn
