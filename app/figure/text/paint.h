#pragma once

#include <cstddef>
#include <optional>

#include "engine/color/colormap.h"

namespace attn {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

/// Role of a colour, defined by the theme.
enum class Ink { panel, field, hairline, faint, secondary, text, query, key, value, good, warning };

/// Colour of `ink` in a theme with a member for each.
constexpr auto color_of_ink(const auto& theme, Ink ink) {
  switch (ink) {
    case Ink::panel:
      return theme.panel;
    case Ink::field:
      return theme.field;
    case Ink::hairline:
      return theme.hairline;
    case Ink::faint:
      return theme.faint;
    case Ink::secondary:
      return theme.secondary;
    case Ink::text:
      return theme.text;
    case Ink::query:
      return theme.query;
    case Ink::key:
      return theme.key;
    case Ink::value:
      return theme.value;
    case Ink::good:
      return theme.good;
    case Ink::warning:
      return theme.warning;
  }
  return theme.text;
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
