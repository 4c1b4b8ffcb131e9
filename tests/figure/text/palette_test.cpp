#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/text/figure_theme.h"

namespace attn::palette_test {
namespace {

TEST(Palette, TextIsWhiteOnDarkAndInkOnLight) {
  EXPECT_EQ(text_color_on({0, 0, 0}), kPaper);
  EXPECT_EQ(text_color_on({255, 255, 255}), kInk);
  // 4.0 : 1 with white and 3.3 : 1 with ink; a little lighter it is the other way.
  EXPECT_EQ(text_color_on({0x80, 0x80, 0x80}), kPaper);
  EXPECT_EQ(text_color_on({0x98, 0x98, 0x98}), kInk);
}

TEST(Palette, EveryStepOfEveryMapHasReadableText) {
  const auto light = [](Rgb c) {
    double sum = 0;
    const double weights[] = {0.2126, 0.7152, 0.0722};
    const std::uint8_t channels[] = {c.r, c.g, c.b};
    for (int i = 0; i < 3; ++i) sum += weights[i] * std::pow(channels[i] / 255.0, 2.2);
    return sum + 0.05;
  };
  for (const Colormap& map : colormaps()) {
    for (const Rgb step : map.steps) {
      const double a = light(text_color_on(step));
      const double b = light(step);
      EXPECT_GT(std::max(a, b) / std::min(a, b), 3.4) << map.id;
    }
  }
}

}  // namespace
}  // namespace attn::palette_test
