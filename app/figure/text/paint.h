#pragma once

#include <cstddef>
#include <optional>

#include "engine/color/colormap.h"

namespace attn {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

/// What a colour is for: the theme says which it is.
enum class Ink { panel, field, hairline, faint, secondary, text, query, key, value, good, warning };

/// A colour of a map, as the map is on the theme's ground.
struct ColorStep {
  const Colormap* map = nullptr;
  std::size_t step = 0;
};

/// A colour: of the theme, or, where it is data, one that no theme changes, or one of a map.
struct Paint {
  Ink ink = Ink::text;
  double alpha = 1;
  std::optional<Rgb> data{};
  std::optional<ColorStep> step{};
};

/// How a shape is filled and its outline drawn.
struct Finish {
  std::optional<Paint> fill{}, stroke{};
  double line = 1;
  bool dashed = false;
};

}  // namespace attn
