#include "app/figure/page/figure_frame.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "app/figure/text/text.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr TextStyle kTitleStyle{.size = 20, .weight = kSemiboldWeight};
constexpr TextStyle kCaptionStyle{.size = 13};
constexpr double kBelowTitle = 8, kBelowSubtitle = 14, kAboveCaption = 14;
constexpr double kNarrowestHeading = 240;
constexpr int kFewLines = 4;  // of a default title

Text wrapped(const std::string& words, const TextStyle& style, double width, double margin,
             int lines = kAllLines) {
  Text text(lines == kAllLines ? whole_visible_text(words) : visible_text(words), style);
  text.wrap(std::max(1.0, width - 2 * margin), lines);
  return text;
}

Text title_of(const Heading& heading, double width) {
  return wrapped(heading.title, kTitleStyle, width, heading.margin,
                 heading.is_whole ? kAllLines : kFewLines);
}

/// Also draws `text`, from its upper left corner.
Drawing with_text(Drawing drawing, Text text, Point at, Ink ink) {
  const auto shared = std::make_shared<const Text>(std::move(text));
  drawing.draw = [inner = std::move(drawing.draw), shared, at, ink](Canvas& canvas) {
    inner(canvas);
    canvas.text(*shared, {ink}, {at.x, at.y + shared->ascent()});
  };
  return drawing;
}

}  // namespace

double figure_margin(double scale, double margin) {
  return std::ceil(margin * scale - 1e-6) / scale;
}

double heading_width(const Heading& heading) {
  if (heading.title.empty() && heading.subtitle.empty()) return 0;
  const double title = Text(visible_text(heading.title), kTitleStyle).width();
  const double subtitle = Text(heading.subtitle, kCaptionStyle).width();
  const double words = std::max({title + 1, subtitle + 1, kNarrowestHeading});
  return std::min(std::ceil(words), heading.widest) + 2 * heading.margin;
}

double heading_height(const Heading& heading, double width) {
  double height = 0;
  if (!heading.title.empty()) height += title_of(heading, width).height() + kBelowTitle;
  if (!heading.subtitle.empty()) {
    if (height > 0) height += 4 - kBelowTitle;
    height +=
        wrapped(heading.subtitle, kCaptionStyle, width, heading.margin).height() + kBelowSubtitle;
  }
  return std::ceil(height * heading.scale) / heading.scale;
}

double caption_height(const std::string& caption, double width, double margin) {
  if (caption.empty()) return 0;
  return wrapped(caption, kCaptionStyle, width, margin).height() + kAboveCaption;
}

Drawing with_heading(Drawing drawing, const Heading& heading) {
  drawing.width = std::max(drawing.width, heading_width(heading));
  const double height = heading_height(heading, drawing.width), width = drawing.width;
  drawing.corner.y -= height;
  drawing.height += height;
  const double above = std::max(0.0, heading.margin - 6);  // space above the capitals of a line
  Point at{drawing.corner.x + heading.margin, drawing.corner.y + above};
  if (!heading.title.empty()) {
    Text title = title_of(heading, width);
    const double below = at.y + title.height() + 4;
    drawing = with_text(std::move(drawing), std::move(title), at, Ink::text);
    at.y = below;
  }
  if (heading.subtitle.empty()) return drawing;
  Text subtitle = wrapped(heading.subtitle, kCaptionStyle, width, heading.margin);
  return with_text(std::move(drawing), std::move(subtitle), at, Ink::secondary);
}

Drawing with_caption(Drawing drawing, const std::string& caption, double margin) {
  if (caption.empty()) return drawing;
  Text text = wrapped(caption, kCaptionStyle, drawing.width, margin);
  const double bottom = drawing.corner.y + drawing.height - margin;
  drawing.height += text.height() + kAboveCaption;
  const Point at{drawing.corner.x + margin, bottom + kAboveCaption};
  return with_text(std::move(drawing), std::move(text), at, Ink::secondary);
}

Drawing on_page(Drawing drawing, const FigurePage& page) {
  double scale = page.scale;
  if (page.width) scale = std::min(scale, *page.width * page.scale / drawing.width);
  if (page.height) scale = std::min(scale, *page.height * page.scale / drawing.height);
  const auto pad = [&](const std::optional<double>& wanted, double& corner, double& length) {
    if (!wanted) return;
    const double whole = *wanted * page.scale / scale;
    corner -= std::floor((whole - length) / 2 * scale + 1e-6) / scale;
    length = whole;
  };
  pad(page.width, drawing.corner.x, drawing.width);
  pad(page.height, drawing.corner.y, drawing.height);
  drawing.scale = scale;
  return drawing;
}

}  // namespace attn
