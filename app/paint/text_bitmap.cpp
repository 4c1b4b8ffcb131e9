#include "app/paint/text_bitmap.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/figure/text/text.h"
#include "app/paint/cairo_text.h"

namespace attn {
namespace {

// Wider than any screen, within the limits of all graphics drivers.
constexpr double kMostBitmapPixels = 8192;

Text set(std::string_view utf8, const LineStyle& style) {
  return Text(utf8, {.family = style.is_number ? kNumberFamily : kWordFamily,
                     .size = style.size,
                     .weight = style.weight});
}

// The text in a grey, from 0 to 1, on a transparent background: native-endian words 0xAARRGGBB,
// premultiplied.
std::vector<std::uint32_t> pixels(const Text& text, const TextBitmap& frame, double grey) {
  const CairoSurface surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, frame.width, frame.height));
  const Cairo cr(cairo_create(surface.get()));
  cairo_translate(cr.get(), -frame.left, -frame.top);
  cairo_set_source_rgb(cr.get(), grey, grey, grey);
  show_text(cr.get(), text, 0, 0);
  cairo_surface_flush(surface.get());
  const unsigned char* const data = cairo_image_surface_get_data(surface.get());
  if (data == nullptr) return {};
  const auto width = static_cast<std::size_t>(frame.width);
  const auto height = static_cast<std::size_t>(frame.height);
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  std::vector<std::uint32_t> result(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    std::memcpy(&result[y * width], data + y * stride, 4 * width);
  }
  return result;
}

std::uint8_t byte_of(std::uint32_t pixel, int shift) {
  return static_cast<std::uint8_t>((pixel >> shift) & 255U);
}

}  // namespace

double line_width(std::string_view utf8, const LineStyle& style) {
  return set(utf8, style).width();
}

// Parts in the text's colour differ between white and black text, by coverage; parts with their own
// colours are equal in both.
TextBitmap line_bitmap(std::string_view utf8, const LineStyle& style) {
  const Text text = set(utf8, style);
  const TextInk seen = text.ink();
  TextBitmap bitmap;
  if (seen.width <= 0 || seen.height <= 0) return bitmap;
  bitmap.left = static_cast<int>(std::floor(std::max(seen.left, -kMostBitmapPixels))) - 1;
  bitmap.top = static_cast<int>(std::floor(std::max(seen.top, -kMostBitmapPixels))) - 1;
  const auto pixels_to = [](double end, int begin) {
    return static_cast<int>(std::ceil(std::min(end, begin + kMostBitmapPixels))) + 1 - begin;
  };
  bitmap.width = pixels_to(seen.left + seen.width, bitmap.left);
  bitmap.height = pixels_to(seen.top + seen.height, bitmap.top);
  const std::vector<std::uint32_t> white = pixels(text, bitmap, 1);
  const std::vector<std::uint32_t> black = pixels(text, bitmap, 0);

  bitmap.ink.assign(4 * white.size(), 255);
  std::vector<std::uint8_t> colors(4 * white.size());
  bool has_colors = false;
  for (std::size_t i = 0; i < white.size() && i < black.size(); ++i) {
    const int green = byte_of(white[i], 8) - byte_of(black[i], 8);
    const int covered = std::max(0, green);
    bitmap.ink[4 * i + 3] = static_cast<std::uint8_t>(covered);
    const int alpha = byte_of(black[i], 24) - covered;
    if (alpha <= 0) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      const int straight = byte_of(black[i], 16 - 8 * static_cast<int>(c)) * 255 / alpha;
      colors[4 * i + c] = static_cast<std::uint8_t>(std::min(255, straight));
    }
    colors[4 * i + 3] = static_cast<std::uint8_t>(alpha);
    has_colors |= alpha > 2;  // smaller differences are rounding
  }
  if (has_colors) bitmap.colors = std::move(colors);
  return bitmap;
}

LineCarets::LineCarets(std::string_view utf8, const LineStyle& style)
    : text_(std::make_unique<Text>(set(utf8, style))) {}
LineCarets::~LineCarets() = default;

double LineCarets::x(std::size_t byte) const { return text_->caret_x(byte); }
std::size_t LineCarets::byte_at(double x) const { return text_->byte_at(x); }

std::size_t LineCarets::neighbour(std::size_t byte, int by) const {
  const std::vector<std::size_t> places = text_->letter_starts();
  const auto at = std::ranges::lower_bound(places, byte);
  if (by > 0)
    return at == places.end() || at + 1 == places.end() ? text_->text().size() : *(at + 1);
  return at == places.begin() ? 0 : *(at - 1);
}

std::vector<std::pair<double, double>> LineCarets::ranges(std::size_t first,
                                                          std::size_t last) const {
  return text_->letter_spans(first, last);
}

bool LineCarets::is_leftwards() const {
  const std::vector<TextLine> lines = text_->lines();
  return !lines.empty() && lines.front().is_leftwards;
}

std::string shortened_line(std::string_view utf8, const LineStyle& style, double width) {
  Text text = set(utf8, style);
  text.shorten(width);
  return text.text();
}

}  // namespace attn
