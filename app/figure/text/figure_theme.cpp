#include "app/figure/text/figure_theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {
namespace {

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgb color) {
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

constexpr FigureTheme light(bool has_ground) {
  return {.panel = kPaper,
          .field = {0xf6, 0xf7, 0xfb},
          .hairline = {0xdc, 0xdf, 0xe8},
          .faint = {0x8a, 0x8f, 0xa3},
          .secondary = {0x6a, 0x6f, 0x86},
          .text = kInk,
          .query = {0x3b, 0x4b, 0xd8},
          .key = {0xd1, 0x49, 0x2f},
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

/// Least contrast of text. W3C: Web Content Accessibility Guidelines 2.1, criterion 1.4.3.
constexpr double kReadable = 4.5;

Rgb text_color_on(Rgb background) {
  const double light = luminance(background) + 0.05;
  const double with_white = 1.05 / light, with_ink = light / (luminance(kInk) + 0.05);
  if (std::max(with_white, with_ink) >= kReadable) return with_white > with_ink ? kPaper : kInk;
  // White or black has a contrast of 4.58 at least.
  return with_white > light / 0.05 ? kPaper : Rgb{0, 0, 0};
}

namespace {

constexpr std::array<Rgb, kHeadColors> kOnLight = {{{0x00, 0x72, 0xb2},
                                                    {0xf0, 0xa5, 0x00},
                                                    {0x2a, 0xa8, 0x76},
                                                    {0x88, 0x22, 0x55},
                                                    {0x7f, 0xc8, 0xf8},
                                                    {0x11, 0x11, 0x11},
                                                    {0xf7, 0xd7, 0x7e},
                                                    {0xc0, 0x5a, 0x00}}};
// Lighter, for contrast with the background, and white for black.
constexpr std::array<Rgb, kHeadColors> kOnDark = {{{0x0f, 0xb8, 0xff},
                                                   {0xf3, 0xab, 0x15},
                                                   {0x2a, 0xa8, 0x76},
                                                   {0xb4, 0x45, 0x92},
                                                   {0xa8, 0xdc, 0xff},
                                                   {0xff, 0xff, 0xff},
                                                   {0xf7, 0xdc, 0x95},
                                                   {0xe4, 0x6c, 0x01}}};

}  // namespace

Rgb head_color(std::size_t n, Ground ground) {
  return (ground == Ground::dark ? kOnDark : kOnLight).at(n % kHeadColors);
}

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
