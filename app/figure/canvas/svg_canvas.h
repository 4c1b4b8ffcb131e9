#pragma once

#include <string>

#include "app/figure/canvas/canvas.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/text/figure_theme.h"

namespace attn {

/// Writes the drawing as elements of an SVG 1.1 file: text stays text with named fonts, and each
/// line keeps its length if a reader has other fonts.
class SvgCanvas : public Canvas {
 public:
  /// The theme's background fills `page`.
  SvgCanvas(const FigureTheme& theme, const Rect& page, double resolution);

  void rect(const Rect& rect, double radius, const Finish& finish) override;
  void shape(const Outline& outline, const Finish& finish) override;
  void disc(Point center, double radius, const Finish& finish) override;
  void cells(std::span<const ColoredRect> cells, double radius, bool touch) override;
  void hatch(std::span<const Rect> rects, double radius) override;
  void image(const Rect& rect, const Picture& pixels) override;
  void text(const Text& text, const Paint& paint, const TextSpot& place) override;
  void clip(const std::optional<Rect>& rect, double radius) override;

  /// All elements, with their definitions.
  std::string elements();

 private:
  std::string finish_attributes(const Finish& finish) const;
  std::string clip_to(const std::string& shape, const std::string& transform);

  std::string out_;
  std::string definitions_;
  int clips_ = 0;
  bool is_clipped_ = false, is_hatched_ = false;
};

/// Length with a precision of a thousandth of a unit, as short as possible.
std::string svg_number(double value);

/// Escapes `text` for an element or an attribute in double quotes; characters that XML forbids
/// become U+FFFD.
std::string xml_text(std::string_view text);

/// `drawing` as an SVG 1.1 file, in CSS pixels: vector shapes and text.
std::string svg_figure(const Drawing& drawing);

}  // namespace attn
