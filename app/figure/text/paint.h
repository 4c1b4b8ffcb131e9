#pragma once

#include <cstddef>
#include <iterator>
#include <optional>

#include "engine/color/colormap.h"

namespace attn {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

/// In units of the figure, from its upper left corner.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double middle_x() const { return x + width / 2; }
  double middle_y() const { return y + height / 2; }
  bool operator==(const Rect&) const = default;
};

/// Role of a colour, defined by the theme.
enum class Ink { panel, field, hairline, faint, secondary, text, query, key, value, good, warning };

/// Colour of `ink` in a theme with a member for each.
template <typename Theme>
constexpr auto color_of_ink(const Theme& theme, Ink ink) {
  // In the order of Ink.
  constexpr decltype(&Theme::panel) kColors[] = {&Theme::panel, &Theme::field,     &Theme::hairline,
                                                 &Theme::faint, &Theme::secondary, &Theme::text,
                                                 &Theme::query, &Theme::key,       &Theme::value,
                                                 &Theme::good,  &Theme::warning};
  static_assert(std::size(kColors) == static_cast<std::size_t>(Ink::warning) + 1);
  return theme.*kColors[static_cast<std::size_t>(ink)];
}

/// Step of a colour map, for the theme's background.
struct ColorStep {
  const Colormap* map = nullptr;
  std::size_t step = 0;
};

/// Colour: of the theme, fixed, of a colour map, or of a head.
struct Paint {
  Ink ink = Ink::text;
  double alpha = 1;
  std::optional<Rgb> data{};
  std::optional<ColorStep> step{};
  std::optional<std::size_t> head{};  ///< index of a head: head_color()
};

/// Fill and outline of a shape.
struct Finish {
  std::optional<Paint> fill{}, stroke{};
  double line = 1;
  bool dashed = false;
};

}  // namespace attn
