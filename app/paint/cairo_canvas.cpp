#include "app/paint/cairo_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "app/paint/cairo_text.h"

namespace attn {
namespace {

constexpr double kHatchStep = 6;
constexpr double kDash = 4;

void set_color(cairo_t* cr, Rgb color) {
  cairo_set_source_rgb(cr, color.r / 255.0, color.g / 255.0, color.b / 255.0);
}

/// Adds a rectangle with rounded corners to the path.
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

/// `pixels` as an integer from 0 to `most`; empty if it is none.
std::optional<int> whole(double pixels, int most) {
  const double nearest = std::round(pixels);
  if (std::abs(pixels - nearest) > 1e-6 || nearest < 0 || nearest > most) return {};
  return static_cast<int>(nearest);
}

/// Fills cells aligned to whole pixels directly, much faster than by Cairo. Returns false, possibly
/// with some cells filled, if they are not aligned.
bool fill_pixels(cairo_t* cr, std::span<const Canvas::ColoredRect> cells) {
  cairo_surface_t* surface = cairo_get_target(cr);
  cairo_matrix_t matrix;
  cairo_get_matrix(cr, &matrix);
  if (cairo_surface_get_type(surface) != CAIRO_SURFACE_TYPE_IMAGE || matrix.xy != 0 ||
      matrix.yx != 0) {
    return false;
  }
  cairo_surface_flush(surface);
  unsigned char* const data = cairo_image_surface_get_data(surface);
  const int width = cairo_image_surface_get_width(surface);
  const int height = cairo_image_surface_get_height(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  for (const auto& [rect, color] : cells) {
    const auto left = whole(matrix.xx * rect.x + matrix.x0, width);
    const auto right = whole(matrix.xx * rect.right() + matrix.x0, width);
    const auto top = whole(matrix.yy * rect.y + matrix.y0, height);
    const auto bottom = whole(matrix.yy * rect.bottom() + matrix.y0, height);
    if (!left || !right || !top || !bottom || !data) return false;
    const std::uint32_t pixel =
        0xff000000u | static_cast<std::uint32_t>(color.r << 16 | color.g << 8 | color.b);
    for (int y = *top; y < *bottom; ++y) {
      auto* line = reinterpret_cast<std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
      std::fill(line + *left, line + *right, pixel);
    }
  }
  cairo_surface_mark_dirty(surface);
  return true;
}

Rect around(std::span<const Rect> rects) {
  double left = rects[0].x, top = rects[0].y, right = left, bottom = top;
  for (const Rect& rect : rects) {
    left = std::min(left, rect.x);
    top = std::min(top, rect.y);
    right = std::max(right, rect.right());
    bottom = std::max(bottom, rect.bottom());
  }
  return {left, top, right - left, bottom - top};
}

}  // namespace

CairoCanvas::CairoCanvas(cairo_t* cr, const FigureTheme& theme, double resolution)
    : Canvas(theme, resolution), cr_(cr) {
  if (!theme.has_ground) return;
  set_color(cr, theme.panel);
  cairo_paint(cr);
}

CairoCanvas::~CairoCanvas() {
  if (is_clipped_) cairo_restore(cr_);
}

void CairoCanvas::set_paint(const Paint& paint) {
  const Rgb c = theme_.color(paint);
  cairo_set_source_rgba(cr_, c.r / 255.0, c.g / 255.0, c.b / 255.0, paint.alpha);
}

void CairoCanvas::draw_path(const Finish& finish) {
  if (finish.fill) {
    set_paint(*finish.fill);
    cairo_fill_preserve(cr_);
  }
  if (finish.stroke) {
    set_paint(*finish.stroke);
    cairo_set_line_width(cr_, finish.line);
    cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(cr_, &kDash, finish.dashed ? 1 : 0, 0);
    cairo_stroke_preserve(cr_);
  }
  cairo_new_path(cr_);
}

void CairoCanvas::rect(const Rect& rect, double radius, const Finish& finish) {
  add_rounded(cr_, rect, radius);
  draw_path(finish);
}

void CairoCanvas::shape(const Outline& outline, const Finish& finish) {
  cairo_new_path(cr_);  // drawing text leaves a current point
  for (const auto& [kind, p] : outline) {
    switch (kind) {
      case OutlineStep::Kind::move:
        cairo_move_to(cr_, p[0].x, p[0].y);
        break;
      case OutlineStep::Kind::line:
        cairo_line_to(cr_, p[0].x, p[0].y);
        break;
      case OutlineStep::Kind::curve:
        cairo_curve_to(cr_, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
        break;
      case OutlineStep::Kind::close:
        cairo_close_path(cr_);
        break;
    }
  }
  draw_path(finish);
}

void CairoCanvas::disc(Point center, double radius, const Finish& finish) {
  cairo_new_sub_path(cr_);
  cairo_arc(cr_, center.x, center.y, radius, 0, 2 * std::numbers::pi);
  draw_path(finish);
}

void CairoCanvas::cells(std::span<const ColoredRect> cells, double radius, bool touch) {
  if (radius == 0 && !is_clipped_ && fill_pixels(cr_, cells)) return;
  cairo_save(cr_);
  if (touch) cairo_set_antialias(cr_, CAIRO_ANTIALIAS_NONE);
  for (const ColoredRect& cell : cells) {
    set_color(cr_, cell.color);
    add_rounded(cr_, cell.rect, radius);
    cairo_fill(cr_);
  }
  cairo_restore(cr_);
}

void CairoCanvas::hatch(std::span<const Rect> rects, double radius) {
  if (rects.empty()) return;
  cairo_save(cr_);
  // One path for all, so that touching neighbours have no seam.
  for (const Rect& rect : rects) add_rounded(cr_, rect, radius);
  cairo_clip(cr_);
  set_color(cr_, theme_.hatch_paper);
  cairo_paint(cr_);
  // Lines x + y = n · step of the whole figure, so that lines of neighbours meet.
  const Rect all = around(rects);
  const double first = std::floor((all.x + all.y) / kHatchStep) * kHatchStep;
  for (double sum = first; sum < all.right() + all.bottom(); sum += kHatchStep) {
    cairo_move_to(cr_, sum - all.y, all.y);
    cairo_line_to(cr_, sum - all.bottom(), all.bottom());
  }
  set_color(cr_, theme_.hatch_line);
  cairo_set_line_width(cr_, 1);
  cairo_stroke(cr_);
  cairo_restore(cr_);
}

void CairoCanvas::image(const Rect& rect, const Picture& pixels) {
  // Cairo only reads the pixels; transparent ones are 0, so they are premultiplied already.
  auto* bytes = reinterpret_cast<unsigned char*>(const_cast<std::uint32_t*>(pixels.argb.data()));
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      bytes, CAIRO_FORMAT_ARGB32, pixels.width, pixels.height, 4 * pixels.width);
  cairo_save(cr_);
  cairo_translate(cr_, rect.x, rect.y);
  cairo_scale(cr_, rect.width / pixels.width, rect.height / pixels.height);
  cairo_set_source_surface(cr_, surface, 0, 0);
  cairo_pattern_t* const source = cairo_get_source(cr_);
  cairo_pattern_set_filter(source, pixels.is_smooth ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST);
  if (pixels.is_smooth) cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD);  // sharp outer edges
  cairo_rectangle(cr_, 0, 0, pixels.width, pixels.height);
  if (pixels.opacity < 1) {
    cairo_clip(cr_);
    cairo_paint_with_alpha(cr_, pixels.opacity);
  } else {
    cairo_fill(cr_);
  }
  cairo_restore(cr_);
  // The surface reads the pixels, which may be freed from here on.
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
}

void CairoCanvas::text(const Text& text, const Paint& paint, const TextSpot& place) {
  const double part = place.align == Align::left ? 0 : place.align == Align::center ? 0.5 : 1;
  cairo_save(cr_);
  cairo_translate(cr_, place.x, place.y);
  cairo_rotate(cr_, place.angle);
  if (place.slot > 0) {
    const double width = 2 * text.width() + 2 * place.slot;
    cairo_rectangle(cr_, -width, -place.middle - place.slot / 2, 2 * width, place.slot);
    cairo_clip(cr_);
  }
  set_paint(paint);
  show_text(cr_, text, -part * text.width(), 0);
  cairo_restore(cr_);
}

void CairoCanvas::clip(const std::optional<Rect>& rect, double radius) {
  if (is_clipped_) cairo_restore(cr_);
  is_clipped_ = rect.has_value();
  if (!is_clipped_) return;
  cairo_save(cr_);
  add_rounded(cr_, *rect, radius);
  cairo_clip(cr_);
}

}  // namespace attn
