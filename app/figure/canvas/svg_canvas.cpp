#include "app/figure/canvas/svg_canvas.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <numbers>
#include <vector>

#include "app/document/files/utf8.h"
#include "app/figure/canvas/png.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kSvgHatchStep = 6;

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + svg_number(value) + "\"";
}
std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string hex(Rgb c) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", c.r, c.g, c.b);
  return text.data();
}

std::string box_attributes(const Rect& rect) {
  return attribute("x", rect.x) + attribute("y", rect.y) + attribute("width", rect.width) +
         attribute("height", rect.height);
}

std::string rect_element(const Rect& rect, double radius, const std::string& rest) {
  return "<rect" + box_attributes(rect) + (radius > 0 ? attribute("rx", radius) : "") + rest +
         "/>\n";
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kLetters[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

/// The anchor is the start or end of the text in reading direction.
std::string anchor_attributes(Align align, bool is_leftwards) {
  std::string text = is_leftwards ? attribute("direction", "rtl") : "";
  if (align == Align::center) return text + attribute("text-anchor", "middle");
  return (align == Align::right) == is_leftwards ? text : text + attribute("text-anchor", "end");
}

std::string family(const TextStyle& style) {
  const std::string_view name = style.family;
  if (name == kNumberFamily) return "'JetBrains Mono', 'DejaVu Sans Mono', monospace";
  if (name == kWordFamily) return "Inter, Helvetica, Arial, sans-serif";
  std::string quoted;  // without characters that end the name or the attribute
  std::ranges::copy_if(name, std::back_inserter(quoted), [](char c) {
    return std::string_view("'\"<>&\\;").find(c) == std::string_view::npos;
  });
  return "'" + quoted + "'" +
         (name == kTimesFamily ? ", 'Times New Roman', Times, serif" : ", serif");
}

}  // namespace

std::string svg_number(double value) {
  const double rounded = std::round(value * 1000) / 1000;
  return numeral(rounded == 0 ? 0 : rounded, std::chars_format::fixed);
}

std::string xml_text(std::string_view text) {
  constexpr const char* kReplacement = "\xef\xbf\xbd";
  std::string escaped;
  for (const char c : valid_utf8(std::string(text))) {
    const bool is_allowed =
        static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t' || c == '\r';
    is_allowed ? escaped += c : escaped += kReplacement;
  }
  // XML also forbids the last two characters.
  for (const auto& [from, to] : {std::pair{"&", "&amp;"},
                                 {"<", "&lt;"},
                                 {">", "&gt;"},
                                 {"\"", "&quot;"},
                                 {"\xef\xbf\xbe", kReplacement},
                                 {"\xef\xbf\xbf", kReplacement}}) {
    replace_all(escaped, from, to);
  }
  return escaped;
}

SvgCanvas::SvgCanvas(const FigureTheme& theme, const Rect& page, double resolution)
    : Canvas(theme, resolution) {
  if (theme.has_ground) rect(page, 0, {.fill = Paint{Ink::panel}});
}

std::string SvgCanvas::finish_attributes(const Finish& finish) const {
  std::string text;
  if (finish.fill) {
    text += attribute("fill", hex(theme_.color(*finish.fill)));
    if (finish.fill->alpha < 1) text += attribute("fill-opacity", finish.fill->alpha);
  } else {
    text += attribute("fill", "none");
  }
  if (finish.stroke) {
    text += attribute("stroke", hex(theme_.color(*finish.stroke)));
    if (finish.stroke->alpha < 1) text += attribute("stroke-opacity", finish.stroke->alpha);
    if (finish.line != 1) text += attribute("stroke-width", finish.line);
    text += attribute("stroke-linejoin", "round");
    if (finish.dashed) text += attribute("stroke-dasharray", "4");
  }
  return text;
}

void SvgCanvas::rect(const Rect& rect, double radius, const Finish& finish) {
  out_ += rect_element(rect, radius, finish_attributes(finish));
}

void SvgCanvas::shape(const Outline& outline, const Finish& finish) {
  out_ += "<path d=\"";
  const auto add = [this](char letter, std::span<const Point> points) {
    out_ += letter;
    for (const Point& point : points) {
      if (&point != points.data()) out_ += ' ';
      out_ += svg_number(point.x) + " " + svg_number(point.y);
    }
  };
  for (const auto& [kind, points] : outline) {
    switch (kind) {
      case OutlineStep::Kind::move:
        add('M', {points.data(), 1});
        break;
      case OutlineStep::Kind::line:
        add('L', {points.data(), 1});
        break;
      case OutlineStep::Kind::curve:
        add('C', points);
        break;
      case OutlineStep::Kind::close:
        out_ += 'Z';
        break;
    }
  }
  out_ += "\"" + finish_attributes(finish) + "/>\n";
}

void SvgCanvas::disc(Point center, double radius, const Finish& finish) {
  out_ += "<circle" + attribute("cx", center.x) + attribute("cy", center.y) +
          attribute("r", radius) + finish_attributes(finish) + "/>\n";
}

void SvgCanvas::cells(std::span<const ColoredRect> cells, double radius, bool touch) {
  if (cells.empty()) return;
  out_ += touch ? "<g shape-rendering=\"crispEdges\">\n" : "<g>\n";
  for (const ColoredRect& cell : cells) {
    out_ += rect_element(cell.rect, radius, attribute("fill", hex(cell.color)));
  }
  out_ += "</g>\n";
}

void SvgCanvas::hatch(std::span<const Rect> rects, double radius) {
  if (rects.empty()) return;
  if (!is_hatched_) {
    is_hatched_ = true;
    // Lines x + y = n · step as a repeated tile.
    const double s = kSvgHatchStep;
    definitions_ += "<pattern id=\"masked\" patternUnits=\"userSpaceOnUse\"" +
                    attribute("width", s) + attribute("height", s) + "><rect" +
                    attribute("width", s) + attribute("height", s) +
                    attribute("fill", hex(theme_.hatch_paper)) + "/><path d=\"M-1 1L1 -1M0 " +
                    svg_number(s) + "L" + svg_number(s) + " 0M" + svg_number(s - 1) + " " +
                    svg_number(s + 1) + "L" + svg_number(s + 1) + " " + svg_number(s - 1) + "\"" +
                    attribute("stroke", hex(theme_.hatch_line)) + "/></pattern>\n";
  }
  out_ += "<g fill=\"url(#masked)\">\n";
  for (const Rect& rect : rects) out_ += rect_element(rect, radius, "");
  out_ += "</g>\n";
}

void SvgCanvas::image(const Rect& rect, const Picture& pixels) {
  const bool opaque =
      std::ranges::all_of(pixels.argb, [](std::uint32_t pixel) { return pixel >> 24 == 255; });
  const auto row = [&](int y, unsigned char* out) {
    const auto width = static_cast<std::size_t>(pixels.width);
    for (const std::uint32_t pixel :
         pixels.argb.subspan(static_cast<std::size_t>(y) * width, width)) {
      for (const int shift : {16, 8, 0}) *out++ = static_cast<unsigned char>(pixel >> shift & 255U);
      if (!opaque) *out++ = static_cast<unsigned char>(pixel >> 24);
    }
  };
  out_ += "<image" + box_attributes(rect) + " preserveAspectRatio=\"none\"" +
          (pixels.is_smooth ? "" : " style=\"image-rendering:pixelated\"") +
          (pixels.opacity < 1 ? attribute("opacity", pixels.opacity) : "") +
          " xlink:href=\"data:image/png;base64," +
          base64(encode_png(pixels.width, pixels.height, opaque, row, {})) + "\"/>\n";
}

std::string SvgCanvas::clip_to(const std::string& shape, const std::string& transform) {
  const std::string name = "clip" + std::to_string(clips_++);
  definitions_ += "<clipPath" + attribute("id", name) + ">" + shape + "</clipPath>\n";
  return "<g clip-path=\"url(#" + name + ")\"" + transform + ">";
}

void SvgCanvas::text(const Text& text, const Paint& paint, const TextSpot& place) {
  const TextStyle& style = text.style();
  const double part = place.align == Align::left ? 0 : place.align == Align::center ? 0.5 : 1;
  const double left = place.x - part * text.width();
  std::string turn;
  if (place.angle != 0) {
    turn = attribute("transform", "rotate(" + svg_number(place.angle * 180 / std::numbers::pi) +
                                      " " + svg_number(place.x) + " " + svg_number(place.y) + ")");
  }
  const TextInk ink = text.ink();
  const double top = -place.middle - place.slot / 2;
  const bool is_cut = place.slot > 0 && (ink.top < top || ink.top + ink.height > top + place.slot);
  if (is_cut) {
    const Rect slot{left - place.slot, place.y + top, text.width() + 2 * place.slot, place.slot};
    out_ += clip_to("<rect" + box_attributes(slot) + "/>", turn);
    turn.clear();
  }
  const std::vector<TextLine> lines = text.lines();
  // A single line is positioned by its anchor, so that it stays in place if a reader has other
  // fonts.
  const bool is_anchored = lines.size() == 1 && place.align != Align::left;
  for (const TextLine& line : lines) {
    if (line.text.empty()) continue;
    out_ += "<text" + attribute("x", is_anchored ? place.x : left + line.x) +
            attribute("y", place.y + line.baseline);
    out_ += anchor_attributes(is_anchored ? place.align : Align::left, line.is_leftwards);
    out_ += attribute("font-family", family(style)) + attribute("font-size", style.size);
    if (style.weight != kNormalWeight) out_ += attribute("font-weight", double(style.weight));
    if (style.tabular) out_ += attribute("style", "font-variant-numeric:tabular-nums");
    out_ += attribute("fill", hex(theme_.color(paint)));
    if (paint.alpha < 1) out_ += attribute("fill-opacity", paint.alpha);
    if (line.width > 0) {
      out_ += attribute("textLength", line.width) + " lengthAdjust=\"spacingAndGlyphs\"";
    }
    out_ += turn + " xml:space=\"preserve\">" + xml_text(line.text) + "</text>\n";
  }
  if (is_cut) out_ += "</g>\n";
}

void SvgCanvas::clip(const std::optional<Rect>& rect, double radius) {
  if (is_clipped_) out_ += "</g>\n";
  is_clipped_ = rect.has_value();
  if (!is_clipped_) return;
  std::string shape = rect_element(*rect, radius, "");
  shape.pop_back();
  out_ += clip_to(shape, "") + "\n";
}

std::string SvgCanvas::elements() {
  clip({}, 0);
  return (definitions_.empty() ? "" : "<defs>\n" + definitions_ + "</defs>\n") + out_;
}

std::string svg_figure(const Drawing& drawing) {
  const int width = drawing.pixel_width(), height = drawing.pixel_height();
  const Rect page{drawing.corner.x, drawing.corner.y, width / drawing.scale,
                  height / drawing.scale};
  SvgCanvas canvas(*drawing.theme, page, kPrintResolution * drawing.scale);
  drawing.draw(canvas);
  std::string file =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" direction=\"ltr\" width=\"" +
      std::to_string(width) + "\" height=\"" + std::to_string(height) + "\" viewBox=\"" +
      svg_number(page.x) + " " + svg_number(page.y) + " " + svg_number(page.width) + " " +
      svg_number(page.height) + "\">\n";
  if (!drawing.title.empty()) file += "<title>" + xml_text(drawing.title) + "</title>\n";
  if (!drawing.description.empty()) file += "<desc>" + xml_text(drawing.description) + "</desc>\n";
  return file + canvas.elements() + "</svg>\n";
}

}  // namespace attn
