#include "app/figure/draw.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {
namespace {

constexpr Rgb kHatchPaper{0xf6, 0xf7, 0xfa};
constexpr Rgb kHatchLine{0xc9, 0xcd, 0xd9};
constexpr double kHatchStep = 6;

}  // namespace

void set_color(cairo_t* cr, Rgb color) {
  cairo_set_source_rgb(cr, color.r / 255.0, color.g / 255.0, color.b / 255.0);
}

void add_rounded(cairo_t* cr, const Rect& rect, double radius) {
  const double r = std::min({radius, rect.width / 2, rect.height / 2});
  if (r <= 0) return cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height);
  const double quarter = std::numbers::pi / 2;
  cairo_new_sub_path(cr);
  cairo_arc(cr, rect.right() - r, rect.y + r, r, -quarter, 0);
  cairo_arc(cr, rect.right() - r, rect.bottom() - r, r, 0, quarter);
  cairo_arc(cr, rect.x + r, rect.bottom() - r, r, quarter, 2 * quarter);
  cairo_arc(cr, rect.x + r, rect.y + r, r, 2 * quarter, 3 * quarter);
  cairo_close_path(cr);
}

void draw_hatch(cairo_t* cr, const Rect& rect) {
  cairo_save(cr);
  cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height);
  cairo_clip(cr);
  set_color(cr, kHatchPaper);
  cairo_paint(cr);
  // The lines x + y = n · step of the whole figure, so that neighbours' lines meet.
  const double first = std::floor((rect.x + rect.y) / kHatchStep) * kHatchStep;
  for (double sum = first; sum < rect.right() + rect.bottom(); sum += kHatchStep) {
    cairo_move_to(cr, sum - rect.y, rect.y);
    cairo_line_to(cr, sum - rect.bottom(), rect.bottom());
  }
  set_color(cr, kHatchLine);
  cairo_set_line_width(cr, 1);
  cairo_stroke(cr);
  cairo_restore(cr);
}

void draw_pixels(cairo_t* cr, const Rect& rect, int width, int height,
                 std::span<const std::uint32_t> pixels) {
  // Cairo's interface is older than const: it only reads them.
  auto* bytes = reinterpret_cast<unsigned char*>(const_cast<std::uint32_t*>(pixels.data()));
  cairo_surface_t* image =
      cairo_image_surface_create_for_data(bytes, CAIRO_FORMAT_ARGB32, width, height, 4 * width);
  cairo_save(cr);
  cairo_translate(cr, rect.x, rect.y);
  cairo_scale(cr, rect.width / width, rect.height / height);
  cairo_set_source_surface(cr, image, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle(cr, 0, 0, width, height);
  cairo_fill(cr);
  cairo_restore(cr);
  // The surface reads the pixels, which may end here.
  cairo_surface_finish(image);
  cairo_surface_destroy(image);
}

}  // namespace attn
