#include "app/paint/fallback_fonts.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "assets/assets.h"

namespace attn::fallback_fonts_test {
namespace {

TEST(FallbackFonts, WhatTheWordsFontHasIsNotLookedFor) {
  EXPECT_TRUE(fallback_fonts({U'a', U'é', U'Ω', U'ж'}).empty());
}

TEST(FallbackFonts, WhatNoFontHasIsInNone) { EXPECT_TRUE(fallback_fonts({U'\uefff'}).empty()); }

TEST(FallbackFonts, EachCharacterIsOfOneFontThatCanBeRead) {
  // ∈ is in the font of numbers, so that there is a font to be found on any machine.
  const auto fonts = fallback_fonts({U'∈', U'ب', U'ध', U'注', U'🙂', U'a'});
  ASSERT_FALSE(fonts.empty());
  std::u32string found;
  for (const FallbackFont& font : fonts) {
    EXPECT_TRUE(has_plain_outlines(font.bytes, font.index));
    EXPECT_FALSE(font.characters.empty());
    found.append(font.characters.begin(), font.characters.end());
  }
  for (const char32_t c : found) {
    EXPECT_EQ(std::count(found.begin(), found.end(), c), 1);
  }
  EXPECT_NE(found.find(U'∈'), std::u32string::npos);
  EXPECT_EQ(found.find(U'a'), std::u32string::npos);
}

TEST(FallbackFonts, OnlyWholeOutlineFontsAreTaken) {
  const std::string font(asset("assets/fonts/Inter-Regular.ttf"));
  EXPECT_TRUE(has_plain_outlines(font, 0));
  EXPECT_FALSE(has_plain_outlines(font, 1)) << "it is no collection";
  EXPECT_FALSE(has_plain_outlines("", 0));
  EXPECT_FALSE(has_plain_outlines("ttcf", 0));
  EXPECT_FALSE(has_plain_outlines(std::string(1000, 'x'), 0));
  for (std::size_t length = 0; length < 400; ++length) {
    EXPECT_FALSE(has_plain_outlines(std::string_view(font).substr(0, length), 0)) << length;
  }
  for (const char* needed : {"glyf", "cmap", "hmtx"}) {
    std::string without = font;
    without.replace(without.find(needed), 4, "none");
    EXPECT_FALSE(has_plain_outlines(without, 0)) << needed;
  }
}

}  // namespace
}  // namespace attn::fallback_fonts_test
