#include "app/paint/text_bitmap.h"

#include <gtest/gtest.h>

#include "app/paint/fallback_fonts.h"

namespace attn::text_bitmap_test {
namespace {

int sum_of(const std::vector<std::uint8_t>& pixels) {
  int sum = 0;
  for (std::size_t i = 3; i < pixels.size(); i += 4) sum += pixels[i];
  return sum;
}

TEST(TextBitmap, LettersAreInkAndNoColors) {
  const TextBitmap bitmap = line_bitmap("Hxx", {.size = 40});
  EXPECT_EQ(bitmap.ink.size(), static_cast<std::size_t>(4 * bitmap.width * bitmap.height));
  EXPECT_TRUE(bitmap.colors.empty());
  EXPECT_GT(sum_of(bitmap.ink), 100 * 255);
  EXPECT_NEAR(bitmap.width, line_width("Hxx", {.size = 40}), 6);
  EXPECT_NEAR(bitmap.top, -0.727 * 40, 2.5) << "capitals stand on the baseline";
  EXPECT_NEAR(bitmap.top + bitmap.height, 0, 2.5);
  EXPECT_GT(sum_of(line_bitmap("Hxx", {.weight = 600, .size = 40}).ink), sum_of(bitmap.ink));
}

TEST(TextBitmap, NothingToSeeHasNoPixels) {
  EXPECT_EQ(line_bitmap(" ", {}).width, 0);
  EXPECT_EQ(line_bitmap("", {}).height, 0);
}

TEST(TextBitmap, WhatNoFontHasIsABox) {
  EXPECT_GT(sum_of(line_bitmap("\uefff", {.size = 20}).ink), 10 * 255);
}

TEST(TextBitmap, ArabicLettersJoin) {
  if (fallback_fonts({U'\u0628'}).empty()) GTEST_SKIP() << "no font with Arabic";
  const LineStyle style{.size = 40};
  EXPECT_LT(line_width("ببب", style), 0.9 * 3 * line_width("ب", style));
}

TEST(TextBitmap, EmojiHaveTheirOwnColorsBesideLetters) {
  const TextBitmap bitmap = line_bitmap("a🙂", {.size = 40});
  if (bitmap.colors.empty()) GTEST_SKIP() << "no font with coloured emoji";
  const TextBitmap letter = line_bitmap("a", {.size = 40});
  EXPECT_NEAR(sum_of(bitmap.ink), sum_of(letter.ink), 0.02 * sum_of(letter.ink));
  int yellow = 0;
  for (std::size_t i = 0; i < bitmap.colors.size(); i += 4) {
    yellow += bitmap.colors[i] > 200 && bitmap.colors[i + 2] < 120 && bitmap.colors[i + 3] == 255;
  }
  EXPECT_GT(yellow, 100);
}

TEST(TextBitmap, VeryLongLinesAreCutToWhatAScreenCanShow) {
  EXPECT_LT(line_bitmap(std::string(20'000, 'x'), {}).width, 10'000);
}

TEST(TextBitmap, ShorteningCutsBetweenLetters) {
  std::string accents;
  for (int i = 0; i < 20; ++i) accents += "e\u0301";
  const std::string cut = shortened_line(accents, {}, 60);
  EXPECT_LE(line_width(cut, {}), 60);
  ASSERT_TRUE(cut.ends_with("…"));
  EXPECT_EQ((cut.size() - std::string("…").size()) % std::string("e\u0301").size(), 0u) << cut;
  EXPECT_EQ(cut.substr(0, 3), "e\u0301");
  EXPECT_EQ(shortened_line("short", {}, 100), "short");
}

}  // namespace
}  // namespace attn::text_bitmap_test
