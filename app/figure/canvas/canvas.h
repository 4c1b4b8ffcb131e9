#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/figure/text/figure_theme.h"
#include "app/figure/text/paint.h"
#include "app/figure/text/text.h"

namespace attn {

/// Segment of an outline: a line to `points[0]`, or a cubic curve with two control points.
struct OutlineStep {
  enum class Kind { move, line, curve, close };
  Kind kind = Kind::close;
  std::array<Point, 3> points{};
};

/// Closed lines and curves around a shape, by the nonzero winding rule.
using Outline = std::vector<OutlineStep>;

/// Output of figures: pixels, a page, or an SVG file. Lengths are in units (1/96 inch) from the
/// upper left corner.
class Canvas {
 public:
  /// `resolution`: pixels per unit that an image needs to look sharp.
  Canvas(const FigureTheme& theme, double resolution) : theme_(theme), resolution_(resolution) {}
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  virtual ~Canvas() = default;

  double resolution() const { return resolution_; }
  /// `map` for the theme's background.
  const Colormap& colors(const Colormap& map) const { return on_ground(map, theme_.ground); }

  /// Cell of a matrix.
  struct ColoredRect {
    Rect rect;
    Rgb color;
  };

  /// Image of width x height pixels 0xAARRGGBB, rows from the top, alpha 0 or 255.
  struct Picture {
    int width = 0, height = 0;
    std::span<const std::uint32_t> argb;
    double opacity = 1;      ///< of all pixels
    bool is_smooth = false;  ///< colours change gradually from pixel to pixel, as in a photograph
  };

  /// Position of a line of text.
  struct TextSpot {
    double x = 0, y = 0;  ///< anchor on the first line's baseline
    Align align = Align::left;
    double angle = 0;   ///< in radians, clockwise
    double slot = 0;    ///< maximum height of the ink, 0: unlimited
    double middle = 0;  ///< middle of the slot above the baseline
  };

  virtual void rect(const Rect& rect, double radius, const Finish& finish) = 0;
  /// Draws a line through `points`; closed: back to the first.
  void path(std::span<const Point> points, bool closed, const Finish& finish) {
    Outline outline;
    for (const Point& point : points) {
      outline.push_back(
          {outline.empty() ? OutlineStep::Kind::move : OutlineStep::Kind::line, {point}});
    }
    if (closed) outline.push_back({OutlineStep::Kind::close});
    shape(outline, finish);
  }
  /// Draws the outline, and fills its interior.
  virtual void shape(const Outline& outline, const Finish& finish) = 0;
  virtual void disc(Point center, double radius, const Finish& finish) = 0;
  /// Draws cells; touching ones have sharp edges without seams.
  virtual void cells(std::span<const ColoredRect> cells, double radius, bool touch) = 0;
  /// Hatches the rectangles as one surface: the mark of masked cells.
  virtual void hatch(std::span<const Rect> rects, double radius) = 0;
  /// Draws each pixel as a sharp rectangle, unless the picture is smooth.
  virtual void image(const Rect& rect, const Picture& pixels) = 0;
  virtual void text(const Text& text, const Paint& paint, const TextSpot& place) = 0;
  /// Clips all further drawing until the next call; an empty rectangle ends clipping.
  virtual void clip(const std::optional<Rect>& rect, double radius = 0) = 0;

 protected:
  const FigureTheme& theme_;

 private:
  const double resolution_;
};

/// Resolution of images in vector formats: 300 dots per inch, where a unit is 1/96 inch.
inline constexpr double kPrintResolution = 300.0 / 96;

}  // namespace attn
