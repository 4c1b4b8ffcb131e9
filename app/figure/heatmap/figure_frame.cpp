#include "app/figure/heatmap/figure_frame.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/figure/text/text.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr TextStyle kTitleStyle{.size = 20, .weight = PANGO_WEIGHT_SEMIBOLD};
constexpr TextStyle kCaptionStyle{.size = 13};
constexpr double kBelowTitle = 8, kAboveCaption = 14;

Text wrapped(const std::string& words, const TextStyle& style, double width) {
  Text text(whole_visible_text(words), style);
  text.wrap(std::max(1.0, width - 2 * kFigureMargin), kAllLines);
  return text;
}

/// Draws `text` too, from its upper left corner on.
Drawing with_text(Drawing drawing, Text text, Point at, Ink ink) {
  const auto shared = std::make_shared<const Text>(std::move(text));
  drawing.draw = [inner = std::move(drawing.draw), shared, at, ink](Canvas& canvas) {
    inner(canvas);
    canvas.text(*shared, {ink}, {at.x, at.y + shared->ascent()});
  };
  return drawing;
}

}  // namespace

double title_height(const std::string& title, double width) {
  if (title.empty()) return 0;
  return wrapped(title, kTitleStyle, width).height() + kBelowTitle;
}

double caption_height(const std::string& caption, double width) {
  if (caption.empty()) return 0;
  return wrapped(caption, kCaptionStyle, width).height() + kAboveCaption;
}

Drawing with_title(Drawing drawing, const std::string& title) {
  if (title.empty()) return drawing;
  Text text = wrapped(title, kTitleStyle, drawing.width);
  const double height = text.height() + kBelowTitle;
  drawing.corner.y -= height;
  drawing.height += height;
  const double above = kFigureMargin - 6;  // a line has that much above its capitals
  const Point at{drawing.corner.x + kFigureMargin, drawing.corner.y + above};
  return with_text(std::move(drawing), std::move(text), at, Ink::text);
}

Drawing with_caption(Drawing drawing, const std::string& caption) {
  if (caption.empty()) return drawing;
  Text text = wrapped(caption, kCaptionStyle, drawing.width);
  const double bottom = drawing.corner.y + drawing.height - kFigureMargin;
  drawing.height += text.height() + kAboveCaption;
  const Point at{drawing.corner.x + kFigureMargin, bottom + kAboveCaption};
  return with_text(std::move(drawing), std::move(text), at, Ink::secondary);
}

Drawing on_page(Drawing drawing, const FigurePage& page) {
  double scale = page.scale;
  if (page.width) scale = std::min(scale, *page.width * page.scale / drawing.width);
  if (page.height) scale = std::min(scale, *page.height * page.scale / drawing.height);
  const auto pad = [&](const std::optional<double>& wanted, double& corner, double& length) {
    if (!wanted) return;
    const double whole = *wanted * page.scale / scale;
    corner -= (whole - length) / 2;
    length = whole;
  };
  pad(page.width, drawing.corner.x, drawing.width);
  pad(page.height, drawing.corner.y, drawing.height);
  drawing.scale = scale;
  return drawing;
}

}  // namespace attn
