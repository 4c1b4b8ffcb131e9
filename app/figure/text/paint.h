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

/// The colour of `ink` in a theme that has a member for each.
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

/// A colour of a map, as the map is on the theme's ground.
struct ColorStep {
  const Colormap* map = nullptr;
  std::size_t step = 0;
};

/// A colour: of the theme, or, where it is data, one that no theme changes, or one of a map, or one
/// of those of heads.
struct Paint {
  Ink ink = Ink::text;
  double alpha = 1;
  std::optional<Rgb> data{};
  std::optional<ColorStep> step{};
  std::optional<std::size_t> head{};  ///< what tells a head from others: head_color()
};

/// How a shape is filled and its outline drawn.
struct Finish {
  std::optional<Paint> fill{}, stroke{};
  double line = 1;
  bool dashed = false;
};

}  // namespace attn
