#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace attn {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Rgb&) const = default;
};

/// A colour map of 256 steps, ordered in lightness (a diverging one: on either side of its middle,
/// where steps 127 and 128 are the same colour, paper).
struct Colormap {
  std::string_view id;
  std::string_view label;
  bool diverging;  ///< for signed values, drawn on a range that is symmetric about 0
  std::array<Rgb, 256> steps;
};

/// indigo, red-blue, viridis, cividis, magma, gray. Paper is 0 in indigo, red-blue and gray; the
/// published three run from dark to bright, as they do everywhere else.
std::span<const Colormap> colormaps();
/// The same the other way round: indigo_r, red-blue_r, …
std::span<const Colormap> reversed_colormaps();
/// The row of either with this id, or nothing.
const Colormap* find_colormap(std::string_view id);

/// What a map is seen on.
enum class Ground { light, dark };
inline constexpr Rgb kDarkGround{0x1c, 0x1f, 0x29};  ///< the dark theme's panels

/// `map`, or on a dark ground what stands for it there. A map that has paper at 0 runs from the
/// ground up instead, from dark to light, so that 0 does not glare and what is strong does not sink
/// into the ground. A published map is what it is everywhere, and so is one that is no row.
const Colormap& on_ground(const Colormap& map, Ground ground);

/// What a cell's colour means: `low` is the first step, `high` the last. Values outside are drawn
/// as the nearer end.
struct ColorRange {
  float low = 0;
  float high = 1;
  bool operator==(const ColorRange&) const = default;
};

/// The step for `value`: floor(t · 255 + ½) with t = (value - low) / (high - low) clamped to 0…1;
/// the first step where high <= low or a number is NaN. Holds for any finite range, however wide.
/// shaders/cells.glsl computes the same.
Rgb color_of(const Colormap& map, ColorRange range, float value);

}  // namespace attn
