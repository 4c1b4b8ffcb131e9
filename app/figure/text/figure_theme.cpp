#include "app/figure/text/figure_theme.h"

#include <algorithm>

#include "app/figure/text/palette.h"

namespace attn {
namespace {

constexpr FigureTheme light(bool has_ground) {
  return {.panel = kPaper,
          .field = {0xf6, 0xf7, 0xfb},
          .hairline = kHairline,
          .faint = kFaint,
          .secondary = kSecondary,
          .text = kInk,
          .query = kQuery,
          .key = kKey,
          .value = {0x0b, 0x7d, 0x6b},
          .good = {0x1d, 0x7a, 0x44},
          .warning = {0xb0, 0x7b, 0x10},
          .hatch_paper = {0xf6, 0xf7, 0xfa},
          .hatch_line = {0xc9, 0xcd, 0xd9},
          .has_ground = has_ground};
}

constexpr FigureTheme dark(bool has_ground) {
  return {.panel = kDarkGround,
          .field = {0x24, 0x28, 0x36},
          .hairline = {0x2e, 0x32, 0x40},
          .faint = {0x77, 0x7c, 0x90},
          .secondary = {0xa2, 0xa7, 0xba},
          .text = {0xe6, 0xe8, 0xf0},
          .query = {0x8c, 0x99, 0xff},
          .key = {0xff, 0x8a, 0x70},
          .value = {0x4f, 0xd1, 0xb5},
          .good = {0x5f, 0xcf, 0x8f},
          .warning = {0xe5, 0xb4, 0x54},
          .hatch_paper = {0x24, 0x28, 0x36},
          .hatch_line = {0x4a, 0x50, 0x66},
          .ground = Ground::dark,
          .has_ground = has_ground};
}

}  // namespace

constexpr FigureTheme kLightFigure = light(true);
constexpr FigureTheme kTransparentFigure = light(false);
constexpr FigureTheme kDarkFigure = dark(true);
constexpr FigureTheme kTransparentDarkFigure = dark(false);

std::span<const FigureThemeRow> figure_themes() {
  static constexpr FigureThemeRow kThemes[] = {
      {"light", "Light", &kLightFigure},
      {"dark", "Dark", &kDarkFigure},
      {"transparent", "Clear", &kTransparentFigure},
      {"transparent-dark", "Clear, dark", &kTransparentDarkFigure}};
  return kThemes;
}

const FigureTheme& figure_theme(std::string_view id) {
  const auto row = std::ranges::find(figure_themes(), id, &FigureThemeRow::id);
  return row == figure_themes().end() ? kLightFigure : *row->theme;
}

Rgb FigureTheme::color(const Paint& paint) const {
  if (paint.data) return *paint.data;
  if (paint.step) return on_ground(*paint.step->map, ground).steps[paint.step->step];
  if (paint.head) return head_color(*paint.head, ground);
  return color_of_ink(*this, paint.ink);
}

}  // namespace attn
