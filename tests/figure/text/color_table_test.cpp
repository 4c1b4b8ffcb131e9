#include <cstdlib>

#include <gtest/gtest.h>

#include "app/figure/canvas/gif.h"
#include "tests/support/random.h"

namespace attn::color_table_test {
namespace {

using Pixels = std::vector<unsigned char>;

void add(Pixels& pixels, Rgb color, std::size_t count = 1, unsigned char alpha = 255) {
  for (std::size_t n = 0; n < count; ++n) {
    pixels.insert(pixels.end(), {color.r, color.g, color.b, alpha});
  }
}

ColorTable table_of(const Pixels& pixels, std::size_t most) {
  ColorTable table;
  table.count(pixels.data(), pixels.size() / 4);
  table.choose(most);
  return table;
}

/// The largest difference of a channel between a pixel and what stands for it.
int largest_error(const Pixels& pixels, const ColorTable& table) {
  const auto indices = table.indices(pixels.data(), pixels.size() / 4);
  int largest = 0;
  for (std::size_t n = 0; n < indices.size(); ++n) {
    const Rgb c = table.colors()[indices[n]];
    const unsigned char* p = &pixels[4 * n];
    largest = std::max({largest, std::abs(p[0] - c.r), std::abs(p[1] - c.g), std::abs(p[2] - c.b)});
  }
  return largest;
}

Pixels random_pixels(std::size_t count) {
  test::Random random(5);
  Pixels pixels;
  const auto byte = [&] { return static_cast<std::uint8_t>(random.below(256)); };
  for (std::size_t n = 0; n < count; ++n) add(pixels, {byte(), byte(), byte()});
  return pixels;
}

TEST(ColorTable, FewColoursAreExact) {
  Pixels pixels;
  for (int n = 0; n < 255; ++n) {
    add(pixels, {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(255 - n), 7},
        static_cast<std::size_t>(n % 3 + 1));
  }
  const ColorTable table = table_of(pixels, 255);
  EXPECT_EQ(table.colors().size(), 255u);
  EXPECT_EQ(largest_error(pixels, table), 0);
}

TEST(ColorTable, AMapAndItsPaperAreNearAmongManyOthers) {
  Pixels pixels, cells;
  add(cells, {255, 255, 255}, 100'000);
  for (const Rgb step : find_colormap("indigo")->steps) add(cells, step, 400);
  pixels = cells;
  const Pixels others = random_pixels(3000);
  pixels.insert(pixels.end(), others.begin(), others.end());
  const ColorTable table = table_of(pixels, 255);
  EXPECT_EQ(table.colors().size(), 255u);
  EXPECT_LE(largest_error(cells, table), 12);
  const Pixels paper{255, 255, 255, 255};
  EXPECT_EQ(largest_error(paper, table), 0);
}

TEST(ColorTable, TheSamePixelsGiveTheSameColours) {
  const Pixels pixels = random_pixels(20'000);
  EXPECT_EQ(table_of(pixels, 200).colors(), table_of(pixels, 200).colors());
  EXPECT_EQ(table_of(pixels, 200).colors().size(), 200u);
  // In whatever pieces they are counted.
  ColorTable pieces;
  for (std::size_t n = 0; n < 20'000; n += 4000) pieces.count(&pixels[4 * n], 4000);
  pieces.choose(200);
  EXPECT_EQ(pieces.colors(), table_of(pixels, 200).colors());
}

TEST(ColorTable, WhatIsNotThereIsWhite) {
  Pixels pixels;
  add(pixels, {0, 0, 0}, 1, 0);
  add(pixels, {0, 0, 0}, 1, 51);
  const ColorTable table = table_of(pixels, 2);
  const auto indices = table.indices(pixels.data(), 2);
  EXPECT_EQ(table.colors()[indices[0]], (Rgb{255, 255, 255}));
  EXPECT_EQ(table.colors()[indices[1]], (Rgb{204, 204, 204}));
}

TEST(ColorTable, OneColourAndOneChoiceAreFine) {
  Pixels pixels;
  add(pixels, {1, 2, 3}, 10);
  EXPECT_EQ(table_of(pixels, 255).colors(), std::vector<Rgb>{(Rgb{1, 2, 3})});
  EXPECT_EQ(table_of(random_pixels(50), 1).colors().size(), 1u);
}

}  // namespace
}  // namespace attn::color_table_test
