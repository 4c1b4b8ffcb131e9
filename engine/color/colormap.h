#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace attn {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Rgb&) const = default;
};

/// Colour map of 256 steps with monotone lightness (diverging ones: on each side of the middle,
/// where steps 127 and 128 are the same colour).
struct Colormap {
  std::string_view id;
  std::string_view label;
  bool diverging;  ///< for signed values, drawn on a range symmetric about 0
  std::array<Rgb, 256> steps;
};

/// indigo, red-blue, viridis, cividis, magma, gray, blues, vermilion, blue-yellow. Paper is 0 in
/// indigo, red-blue, gray, blues and vermilion; the three published ones run from dark to bright,
/// as usual, and so does blue-yellow, whose 0 is grey: its signs differ in lightness, too.
std::span<const Colormap> colormaps();
/// Reversed maps: indigo_r, red-blue_r, …
std::span<const Colormap> reversed_colormaps();
/// Map with this id, reversed ones included; null for unknown ids.
const Colormap* find_colormap(std::string_view id);

/// Background of a map.
enum class Ground { light, dark };
inline constexpr Rgb kDarkGround{0x1c, 0x1f, 0x29};  ///< panels of the dark theme

/// `map`, or its counterpart for a dark background. Maps with paper at 0 then run from the
/// background up, from dark to light, so that 0 is not bright and large values do not fade.
/// Published maps and maps outside the table are unchanged.
const Colormap& on_ground(const Colormap& map, Ground ground);

/// Range of a colour map: `low` is the first step, `high` the last. Values outside are clamped.
struct ColorRange {
  float low = 0;
  float high = 1;
  float center = 0;  ///< in the middle of a diverging map, if it is within
  bool operator==(const ColorRange&) const = default;
};

/// Values of the first and the last step of `map` over `range`. Those of a diverging map are
/// equally far from a center within the range, so that equal distances from it look equally strong.
ColorRange values_at_ends(const Colormap& map, ColorRange range);

/// Colour of `value`, clamped to the range: step floor(t · 255 + ½) with t = (value - low) /
/// (high - low), where low and high are those of values_at_ends(); the first step if range.high <=
/// range.low or a number is NaN. Valid for any finite range. shaders/cells.glsl computes the same.
Rgb color_of(const Colormap& map, ColorRange range, float value);
std::size_t step_of(const Colormap& map, ColorRange range, float value);  ///< that step

}  // namespace attn
