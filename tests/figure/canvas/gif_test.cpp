#include "app/figure/canvas/gif.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/figure/read_gif.h"
#include "tests/support/random.h"

namespace attn::gif_test {
namespace {

using Indices = std::vector<std::uint8_t>;

std::vector<Rgb> grays() {
  std::vector<Rgb> colors;
  for (int n = 0; n < 255; ++n) {
    const auto gray = static_cast<std::uint8_t>(n);
    colors.push_back({gray, gray, 9});
  }
  return colors;
}

std::string film(const std::vector<Indices>& frames, int width, int height, int delay = 5) {
  const auto colors = grays();
  GifWriter writer(width, height, colors, delay);
  for (const Indices& frame : frames) writer.add(frame);
  return writer.finish();
}

std::vector<Indices> random_frames(int count, std::size_t pixels) {
  test::Random random(3);
  std::vector<Indices> frames(1, Indices(pixels));
  for (auto& pixel : frames[0]) pixel = static_cast<std::uint8_t>(random.below(255));
  for (int n = 1; n < count; ++n) {
    frames.push_back(frames.back());
    for (int change = 0; change < 7; ++change) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<int>(pixels)));
      frames.back()[at] = static_cast<std::uint8_t>(random.below(255));
    }
  }
  return frames;
}

TEST(GifWriter, FramesAreReadAsTheyWereWritten) {
  const auto frames = random_frames(9, 31 * 17);
  const auto read = test::read_gif(film(frames, 31, 17, 7));
  EXPECT_EQ(read.width, 31);
  EXPECT_EQ(read.height, 17);
  EXPECT_TRUE(read.loops);
  EXPECT_EQ(read.delays, std::vector<int>(9, 7));
  ASSERT_EQ(read.frames.size(), frames.size());
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t n = 0; n < frames[f].size(); ++n) {
      ASSERT_EQ(read.frames[f][n], grays()[frames[f][n]]) << "frame " << f << ", pixel " << n;
    }
  }
}

TEST(GifWriter, AFrameThatIsTheSameCostsLittle) {
  const Indices frame = random_frames(1, 100 * 100)[0];
  const std::size_t one = film({frame}, 100, 100).size();
  const std::string many = film(std::vector<Indices>(20, frame), 100, 100);
  EXPECT_LT(many.size(), one + 20 * 40);
  EXPECT_EQ(test::read_gif(many).frames.size(), 20u);
}

TEST(GifWriter, TheSmallestIsOnePixel) {
  const auto read = test::read_gif(film({{3}, {4}}, 1, 1));
  EXPECT_EQ(read.frames[1][0], (Rgb{4, 4, 9}));
}

TEST(GifWriter, WhatIsTooLargeIsSaid) {
  const auto colors = grays();
  EXPECT_THROW(GifWriter(70'000, 10, colors, 5), std::runtime_error);
}

TEST(GifWriter, TheSameFramesGiveTheSameBytes) {
  const auto frames = random_frames(3, 400);
  EXPECT_EQ(film(frames, 20, 20), film(frames, 20, 20));
}

}  // namespace
}  // namespace attn::gif_test
