#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/figure/canvas/outline.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/text/paint.h"
#include "app/figure/text/rect.h"
#include "app/figure/text/text.h"

namespace attn {

/// What figures are drawn on: pixels, a page, a file of shapes. Lengths are units (1/96 inch) from
/// the upper left corner.
class Canvas {
 public:
  /// `resolution`: pixels for each unit that an image needs to be as sharp as it can be seen.
  Canvas(const FigureTheme& theme, double resolution) : theme_(theme), resolution_(resolution) {}
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  virtual ~Canvas() = default;

  double resolution() const { return resolution_; }
  /// `map` as it is on the theme's ground.
  const Colormap& colors(const Colormap& map) const { return on_ground(map, theme_.ground); }

  /// One cell of a matrix.
  struct ColoredRect {
    Rect rect;
    Rgb color;
  };

  /// A picture of width x height pixels 0xAARRGGBB, rows from the top, alpha 0 or 255.
  struct Picture {
    int width = 0, height = 0;
    std::span<const std::uint32_t> argb;
  };

  /// Where a line of text goes.
  struct TextSpot {
    double x = 0, y = 0;  ///< of the anchor, on the first line's baseline
    Align align = Align::left;
    double angle = 0;   ///< radians, clockwise
    double slot = 0;    ///< the height that its ink may take, 0 for any
    double middle = 0;  ///< the slot's middle above the baseline
  };

  virtual void rect(const Rect& rect, double radius, const Finish& finish) = 0;
  /// Through `points`; a closed one goes back to the first.
  virtual void path(std::span<const Point> points, bool closed, const Finish& finish) = 0;
  /// Fills what the outline winds about.
  virtual void shape(const Outline& outline, const Paint& paint) = 0;
  virtual void disc(Point center, double radius, const Finish& finish) = 0;
  /// Cells that touch have sharp edges, so that no seam shows between them.
  virtual void cells(std::span<const ColoredRect> cells, double radius, bool touch) = 0;
  /// Hatches the rectangles as one surface: the sign of masked cells.
  virtual void hatch(std::span<const Rect> rects, double radius) = 0;
  /// Each pixel as a sharp rectangle.
  virtual void image(const Rect& rect, const Picture& pixels) = 0;
  virtual void text(const Text& text, const Paint& paint, const TextSpot& place) = 0;
  /// What comes after is only drawn inside of it, until the next; nothing lifts it.
  virtual void clip(const std::optional<Rect>& rect, double radius = 0) = 0;

 protected:
  const FigureTheme& theme_;

 private:
  const double resolution_;
};

/// Images are for print where shapes stay shapes: 300 dots an inch, of which a unit is 1/96.
inline constexpr double kPrintResolution = 300.0 / 96;

}  // namespace attn
