#include "engine/color/colormap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "engine/color/colormap_data.h"

namespace attn {
namespace {

using Steps = std::array<Rgb, 256>;

/// OKLab (Ottosson 2020, "A perceptual color space for image processing"): lightness, green-red,
/// blue-yellow.
using Lab = std::array<double, 3>;

struct Knot {
  double at;  ///< position, 0…1
  Rgb color;
};

double to_linear(std::uint8_t byte) {
  const double c = byte / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t to_byte(double linear) {
  const double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(c, 0.0, 1.0)));
}

Lab to_lab(Rgb color) {
  const double r = to_linear(color.r), g = to_linear(color.g), b = to_linear(color.b);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Rgb to_rgb(const Lab& lab) {
  const double l = std::pow(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2], 3);
  const double m = std::pow(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2], 3);
  const double s = std::pow(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2], 3);
  return {to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/// Slopes at three or more knots for a monotone cubic interpolant, so that lightness is monotone
/// between knots (Fritsch & Butland 1984, eq. 5, one-sided differences at the ends).
std::vector<double> monotone_slopes(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = x.size();
  std::vector<double> secant(n - 1), slope(n);
  for (std::size_t i = 0; i + 1 < n; ++i) secant[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  slope[0] = secant[0];
  slope[n - 1] = secant[n - 2];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const double w1 = 2 * after + before, w2 = after + 2 * before;
    slope[i] =
        secant[i - 1] * secant[i] <= 0 ? 0 : (w1 + w2) / (w1 / secant[i - 1] + w2 / secant[i]);
  }
  return slope;
}

/// Curve through the knots' colours in OKLab, where equal distances look equal.
class LabCurve {
 public:
  explicit LabCurve(std::span<const Knot> knots) {
    for (const Knot& knot : knots) x_.push_back(knot.at);
    for (std::size_t c = 0; c < 3; ++c) {
      for (const Knot& knot : knots) y_[c].push_back(to_lab(knot.color)[c]);
      slope_[c] = monotone_slopes(x_, y_[c]);
    }
  }

  Rgb at(double x) const {
    std::size_t i = 0;
    while (i + 2 < x_.size() && x > x_[i + 1]) ++i;
    const double h = x_[i + 1] - x_[i], t = (x - x_[i]) / h;
    Lab lab{};
    for (std::size_t c = 0; c < 3; ++c) {  // cubic Hermite polynomial
      lab[c] = (1 + 2 * t) * (1 - t) * (1 - t) * y_[c][i] +
               t * (1 - t) * (1 - t) * h * slope_[c][i] + t * t * (3 - 2 * t) * y_[c][i + 1] +
               t * t * (t - 1) * h * slope_[c][i + 1];
    }
    return to_rgb(lab);
  }

 private:
  std::vector<double> x_;
  std::array<std::vector<double>, 3> y_, slope_;
};

// 0 differs slightly from the background, so that a cell of 0 stays visible.
constexpr Rgb kPaper{0xf9, 0xfa, 0xfe};
constexpr Rgb kSlate{0x21, 0x24, 0x2f};

Steps along(std::span<const Knot> knots) {
  const LabCurve curve(knots);
  Steps steps;
  for (std::size_t i = 0; i < 256; ++i) steps[i] = curve.at(static_cast<double>(i) / 255);
  return steps;
}

Steps indigo() {
  return along(std::array<Knot, 5>{{{0, kPaper},
                                    {0.25, {0xcb, 0xd5, 0xf5}},
                                    {0.5, {0x8a, 0xa0, 0xe8}},
                                    {0.75, {0x4e, 0x60, 0xc3}},
                                    {1, {0x23, 0x23, 0x6f}}}});
}

Steps dark_indigo() {
  return along(std::array<Knot, 5>{{{0, kSlate},
                                    {0.25, {0x3d, 0x45, 0x88}},
                                    {0.5, {0x5c, 0x6e, 0xda}},
                                    {0.75, {0x93, 0xa9, 0xfa}},
                                    {1, {0xdc, 0xe3, 0xff}}}});
}

Steps blues() {
  return along(std::array<Knot, 5>{{{0, kPaper},
                                    {0.25, {0xc6, 0xdb, 0xef}},
                                    {0.5, {0x6b, 0xae, 0xd6}},
                                    {0.75, {0x21, 0x71, 0xb5}},
                                    {1, {0x08, 0x30, 0x6b}}}});
}

Steps dark_blues() {
  return along(std::array<Knot, 5>{{{0, kSlate},
                                    {0.25, {0x1f, 0x4a, 0x77}},
                                    {0.5, {0x2f, 0x7f, 0xc4}},
                                    {0.75, {0x7a, 0xb8, 0xec}},
                                    {1, {0xd8, 0xec, 0xff}}}});
}

Steps vermilion() {
  return along(std::array<Knot, 5>{{{0, kPaper},
                                    {0.25, {0xfd, 0xd0, 0xb6}},
                                    {0.5, {0xf5, 0x8e, 0x5b}},
                                    {0.75, {0xc7, 0x4a, 0x15}},
                                    {1, {0x6b, 0x1f, 0x02}}}});
}

Steps dark_vermilion() {
  return along(std::array<Knot, 5>{{{0, kSlate},
                                    {0.25, {0x6e, 0x32, 0x20}},
                                    {0.5, {0xc4, 0x57, 0x2a}},
                                    {0.75, {0xf7, 0x9b, 0x6b}},
                                    {1, {0xff, 0xe3, 0xd3}}}});
}

/// From dark blue through grey at 0 to light yellow: the sign is seen in print without colours.
Steps blue_yellow() {
  constexpr Rgb kGrey{0x88, 0x8a, 0x90};
  const LabCurve below(std::array<Knot, 2>{{{0, {0x0b, 0x2a, 0x6b}}, {1, kGrey}}});
  const LabCurve above(std::array<Knot, 2>{{{0, kGrey}, {1, {0xff, 0xf3, 0xb0}}}});
  Steps steps;
  for (std::size_t i = 0; i < 128; ++i) {
    steps[i] = below.at(static_cast<double>(i) / 127);
    steps[128 + i] = above.at(static_cast<double>(i) / 127);
  }
  return steps;
}

/// Red for negative, blue for positive: the colours of `red` and `blue` halfway from 0 and at the
/// end. Equal distances from 0 have equal lightness contrast to the background, so that neither
/// sign looks stronger. Steps 127 and 128 are both `zero`: 0 lies between them.
Steps red_blue(Rgb zero, std::array<Rgb, 2> reds, std::array<Rgb, 2> blues) {
  const LabCurve red(std::array<Knot, 3>{{{0, zero}, {0.5, reds[0]}, {1, reds[1]}}});
  const LabCurve blue(std::array<Knot, 3>{{{0, zero}, {0.5, blues[0]}, {1, blues[1]}}});
  Steps steps;
  for (std::size_t i = 0; i < 128; ++i) {
    steps[127 - i] = red.at(static_cast<double>(i) / 127);
    steps[128 + i] = blue.at(static_cast<double>(i) / 127);
  }
  return steps;
}

Steps gray() {
  Steps steps;
  for (std::size_t i = 0; i < 256; ++i) {
    const auto byte = static_cast<std::uint8_t>(255 - i);
    steps[i] = {byte, byte, byte};
  }
  return steps;
}

Steps published(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint8_t>(16 * digit(hex[2 * i]) + digit(hex[2 * i + 1]));
  };
  Steps steps;
  for (std::size_t i = 0; i < 256; ++i) steps[i] = {byte(3 * i), byte(3 * i + 1), byte(3 * i + 2)};
  return steps;
}

Colormap reversed(const Colormap& map, std::string_view id, std::string_view label) {
  Colormap other{id, label, map.diverging, map.steps};
  std::ranges::reverse(other.steps);
  return other;
}

}  // namespace

std::span<const Colormap> colormaps() {
  static const std::array<Colormap, 9> maps{
      {{"indigo", "Indigo", false, indigo()},
       {"red-blue", "Red–blue", true,
        red_blue(kPaper, {{{0xdf, 0x98, 0x8f}, {0xb5, 0x2f, 0x20}}},
                 {{{0x9b, 0xa7, 0xe6}, {0x3a, 0x50, 0xd4}}})},
       {"viridis", "Viridis", false, published(colormap_data::kViridis)},
       {"cividis", "Cividis", false, published(colormap_data::kCividis)},
       {"magma", "Magma", false, published(colormap_data::kMagma)},
       {"gray", "Gray", false, gray()},
       {"blues", "Blues", false, blues()},
       {"vermilion", "Vermilion", false, vermilion()},
       {"blue-yellow", "Blue–yellow, for grey print", true, blue_yellow()}}};
  return maps;
}

std::span<const Colormap> reversed_colormaps() {
  static const std::vector<Colormap> kReversed = [] {
    static constexpr std::array<std::array<std::string_view, 2>, 9> kNames{
        {{"indigo_r", "Indigo, reversed"},
         {"red-blue_r", "Red–blue, reversed"},
         {"viridis_r", "Viridis, reversed"},
         {"cividis_r", "Cividis, reversed"},
         {"magma_r", "Magma, reversed"},
         {"gray_r", "Gray, reversed"},
         {"blues_r", "Blues, reversed"},
         {"vermilion_r", "Vermilion, reversed"},
         {"blue-yellow_r", "Blue–yellow, reversed"}}};
    std::vector<Colormap> maps;
    for (const Colormap& map : colormaps()) {
      const auto [id, label] = kNames[maps.size()];
      maps.push_back(reversed(map, id, label));
    }
    return maps;
  }();
  return kReversed;
}

const Colormap* find_colormap(std::string_view id) {
  for (const auto& maps : {colormaps(), reversed_colormaps()}) {
    for (const Colormap& map : maps) {
      if (map.id == id) return &map;
    }
  }
  return nullptr;
}

const Colormap& on_ground(const Colormap& map, Ground ground) {
  static const std::array<Colormap, 5> kDark{
      {{"indigo", "Indigo", false, dark_indigo()},
       {"red-blue", "Red–blue", true,
        red_blue(kSlate, {{{0xa0, 0x40, 0x35}, {0xfb, 0x98, 0x8d}}},
                 {{{0x47, 0x59, 0xb7}, {0x9f, 0xb3, 0xfe}}})},
       {"gray", "Gray", false,
        along(std::array<Knot, 3>{
            {{0, kSlate}, {0.5, {0x86, 0x88, 0x8f}}, {1, {0xff, 0xff, 0xff}}}})},
       {"blues", "Blues", false, dark_blues()},
       {"vermilion", "Vermilion", false, dark_vermilion()}}};
  static const std::vector<Colormap> kDarkReversed = [] {
    std::vector<Colormap> maps;
    for (const Colormap& dark : kDark) {
      const Colormap& map = *find_colormap(std::string(dark.id) + "_r");
      maps.push_back(reversed(dark, map.id, map.label));
    }
    return maps;
  }();
  if (ground == Ground::light) return map;
  for (const std::span<const Colormap> maps :
       {std::span<const Colormap>(kDark), std::span<const Colormap>(kDarkReversed)}) {
    for (const Colormap& dark : maps) {
      if (dark.id == map.id) return dark;
    }
  }
  return map;
}

ColorRange values_at_ends(const Colormap& map, ColorRange range) {
  if (!map.diverging || !(range.low < range.center && range.center < range.high)) return range;
  const float below = range.center - range.low, above = range.high - range.center;
  // The other end of a nearly infinite range is finite, too.
  constexpr float kLargest = std::numeric_limits<float>::max();
  if (below > above) return {range.low, std::min(range.center + below, kLargest), range.center};
  return {std::max(range.center - above, -kLargest), range.high, range.center};
}

std::size_t step_of(const Colormap& map, ColorRange range, float value) {
  if (!(range.high > range.low)) return 0;
  const ColorRange ends = values_at_ends(map, range);
  const float within = value < range.low ? range.low : value > range.high ? range.high : value;
  // Halved, the difference of two finite numbers cannot overflow.
  const float t = (0.5f * within - 0.5f * ends.low) / (0.5f * ends.high - 0.5f * ends.low);
  if (t >= 1) return 255;
  return t > 0 ? static_cast<std::size_t>(t * 255 + 0.5f) : 0;  // NaN is not > 0
}

Rgb color_of(const Colormap& map, ColorRange range, float value) {
  return map.steps[step_of(map, range, value)];
}

}  // namespace attn
