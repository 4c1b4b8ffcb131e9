#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/text/figure_theme.h"

namespace attn::palette_test {
namespace {

TEST(Palette, TextIsWhiteOnDarkAndInkOnLight) {
  EXPECT_EQ(text_color_on({0, 0, 0}), kPaper);
  EXPECT_EQ(text_color_on({255, 255, 255}), kInk);
  // Neither is readable on a middle grey.
  EXPECT_EQ(text_color_on({0x70, 0x70, 0x70}), kPaper);
  EXPECT_EQ(text_color_on({0x80, 0x80, 0x80}), (Rgb{0, 0, 0}));
  EXPECT_EQ(text_color_on({0xa0, 0xa0, 0xa0}), kInk);
}

TEST(Palette, EveryStepOfEveryMapHasReadableText) {
  const auto light = [](Rgb c) {
    const auto linear = [](std::uint8_t channel) {
      const double x = channel / 255.0;
      return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b) + 0.05;
  };
  for (const Ground ground : {Ground::light, Ground::dark}) {
    for (const Colormap& map : colormaps()) {
      for (const Rgb step : on_ground(map, ground).steps) {
        const double a = light(text_color_on(step)), b = light(step);
        EXPECT_GE(std::max(a, b) / std::min(a, b), 4.5) << map.id;
      }
    }
  }
}

}  // namespace
}  // namespace attn::palette_test
