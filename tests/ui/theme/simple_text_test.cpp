#include <string>

#include <gtest/gtest.h>

#include "app/ui/theme/fonts.h"

namespace attn::ui::simple_text_test {
namespace {

std::u32string characters(std::string_view text) {
  std::u32string result;
  while (!text.empty()) result += take_character(text);
  return result;
}

TEST(SimpleText, TakesOneCharacterAfterTheOther) {
  EXPECT_EQ(characters("aé注🙂"), U"aé注🙂");
  EXPECT_EQ(characters(""), U"");
}

TEST(SimpleText, WhatIsNoUtf8IsOneSignForEachByte) {
  EXPECT_EQ(characters("a\xff"
                       "b"),
            U"a\uFFFDb");
  EXPECT_EQ(characters("\xe6\xb3"), U"\uFFFD\uFFFD");
  EXPECT_EQ(characters("\x80z"), U"\uFFFDz");
  EXPECT_EQ(characters("\xc0\x80"), U"\uFFFD\uFFFD");
}

TEST(SimpleText, EuropeanTextIsSimple) {
  for (const char* text : {"", "The", "été", "Größe", "αβγ", "внимание", "“a” — b…", "3 × 4 ≤ 12",
                           "softmaxⱼ", "−1.5", "∅", "a⇥b↵", "␣", "256\u2009000", "▲ grows"}) {
    EXPECT_TRUE(is_simple(text)) << text;
  }
}

TEST(SimpleText, WhatIsJoinedStackedTurnedOrColoredIsNot) {
  for (const char* text : {"انتباه", "קשב", "ध्यान", "注意", "ไทย", "🙂", "❤", "e\u0301",
                           "a\u200d", "\u202eabc", "\xff", "a\tb", "\u00ad", "™"}) {
    EXPECT_FALSE(is_simple(text)) << text;
  }
}

}  // namespace
}  // namespace attn::ui::simple_text_test
