#include "app/figure/text/palette.h"

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

}  // namespace attn
