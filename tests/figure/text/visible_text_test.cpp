#include "app/figure/text/visible_text.h"

#include <glib.h>
#include <gtest/gtest.h>

#include "engine/base/text.h"

namespace attn::visible_text_test {
namespace {

TEST(VisibleText, WordsStayAsTheyAre) {
  for (const char* word : {"Book", "注意力", "ध्यान", "👩‍👩‍👧", "a b", "e\u0301"}) {
    EXPECT_EQ(visible_text(word), word);
  }
}

TEST(VisibleText, WhatMayTurnTheWordsAroundIsIsolated) {
  for (const std::string word : {"انتباه", "שלום", "\u202eabc", "a\u200f"}) {
    EXPECT_EQ(visible_text(word), "\u2068" + word + "\u2069");
  }
  EXPECT_EQ(visible_text("a\u2069\u2067b"), "\u2068a\u2067b\u2069\u2069");
}

TEST(VisibleText, NothingIsInvisible) {
  EXPECT_EQ(visible_text(""), "∅");
  EXPECT_EQ(visible_text("   "), "␣␣␣");
  EXPECT_EQ(visible_text(" lead "), "lead");
  EXPECT_EQ(visible_text("a\nb\tc"), "a↵b⇥c");
  EXPECT_EQ(visible_text("\n"), "↵");
  EXPECT_EQ(visible_text("\u2028\u2029"), "↵↵");
  EXPECT_EQ(visible_text("\x1b[0m\x7f"), "\\x1b[0m\\x7f");
  EXPECT_EQ(visible_text(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(VisibleText, SpacesAndControlCharactersAreThoseOfUnicode) {
  for (std::uint32_t c = 0; c <= 0x10ffff; ++c) {
    if ((c >= 0xd800 && c <= 0xdfff) || c == U'␣' || c == U'↵' || c == U'⇥') continue;
    std::string text;
    append_character(text, c);
    const std::string seen = visible_text(text);
    EXPECT_EQ(seen == "␣", g_unichar_type(c) == G_UNICODE_SPACE_SEPARATOR) << std::hex << c;
    const bool is_escaped = seen.starts_with("\\x") || seen == "↵" || seen == "⇥";
    EXPECT_EQ(is_escaped, g_unichar_iscntrl(c) || c == 0x2028 || c == 0x2029) << std::hex << c;
  }
}

TEST(VisibleText, EqualWordsAreToldApart) {
  const std::vector<std::string> words = {"the", "cat", "the", "E=mc²", "the"};
  EXPECT_EQ(named_token(words, 0), "the ①");
  EXPECT_EQ(named_token(words, 1), "cat");
  EXPECT_EQ(named_token(words, 4), "the ③");
  EXPECT_EQ(named_token(words, 3), "E=mc²");
  EXPECT_EQ(named_token(std::vector<std::string>(30, "a"), 20), "a (21)");
}

TEST(VisibleText, AnyBytesGiveUtf8) {
  EXPECT_EQ(visible_text("\xff"
                         "a\xe2\x82"),
            "�a��");
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; second += 5) {
      const std::string bytes{static_cast<char>(first), static_cast<char>(second), 'x'};
      const std::string text = visible_text(bytes);
      EXPECT_TRUE(g_utf8_validate(text.data(), static_cast<gssize>(text.size()), nullptr));
    }
  }
}

TEST(VisibleText, ALongTextKeepsItsEnds) {
  const std::string text = visible_text("begin" + std::string(1'000'000, '-') + "end");
  EXPECT_LT(text.size(), 400u);
  EXPECT_TRUE(text.starts_with("begin"));
  EXPECT_TRUE(text.ends_with("end"));
  EXPECT_NE(text.find("…"), std::string::npos);
}

}  // namespace
}  // namespace attn::visible_text_test
