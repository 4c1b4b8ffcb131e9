#include "app/figure/text/palette.h"

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

}  // namespace

Rgb text_color_on(Rgb background) {
  const double light = luminance(background);
  const double with_white = 1.05 / (light + 0.05);
  const double with_ink = (light + 0.05) / (luminance(kInk) + 0.05);
  return with_white > with_ink ? kPaper : kInk;
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

}  // namespace attn
