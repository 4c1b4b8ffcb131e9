#pragma once

#include <stdexcept>
#include <string>

#include <cairo.h>

#include "app/figure/canvas/canvas.h"
#include "app/figure/text/figure_theme.h"

namespace attn {

/// Canvas for pixels and PDF by Cairo. `cr` is in units, and must outlive this.
class CairoCanvas : public Canvas {
 public:
  CairoCanvas(cairo_t* cr, const FigureTheme& theme, double resolution);
  ~CairoCanvas() override;

  void rect(const Rect& rect, double radius, const Finish& finish) override;
  void shape(const Outline& outline, const Finish& finish) override;
  void disc(Point center, double radius, const Finish& finish) override;
  void cells(std::span<const ColoredRect> cells, double radius, bool touch) override;
  void hatch(std::span<const Rect> rects, double radius) override;
  void image(const Rect& rect, const Picture& pixels) override;
  void text(const Text& text, const Paint& paint, const TextSpot& place) override;
  void clip(const std::optional<Rect>& rect, double radius) override;

 private:
  void set_paint(const Paint& paint);
  void draw_path(const Finish& finish);

  cairo_t* cr_;
  bool is_clipped_ = false;
};

/// Throws std::runtime_error with Cairo's message for the status of a failure.
inline void expect_drawn(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("the figure could not be drawn: ") +
                           cairo_status_to_string(status));
}

}  // namespace attn
