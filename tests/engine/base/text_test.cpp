#include "engine/base/text.h"

#include <cstdio>

#include <gtest/gtest.h>

namespace attn::text_test {
namespace {

TEST(Shown, LeavesWordsOfAnyScript) {
  EXPECT_EQ(shown("plain \"quoted\" \\ 猫 ज़ 🙂"), "plain \"quoted\" \\ 猫 ज़ 🙂");
}

TEST(Shown, EscapesWhatBreaksALine) {
  EXPECT_EQ(shown("a\nb\tc\rd\be\ff"), "a\\nb\\tc\\rd\\be\\ff");
  EXPECT_EQ(shown(std::string_view("\0\x1f\x7f", 3)), "\\u0000\\u001f\\u007f");
  EXPECT_EQ(shown("\u0085|\u2028|\u2029"), "\\u0085|\\u2028|\\u2029");
}

TEST(Shown, EscapesWhatTurnsALine) {
  std::string all, escapes;
  for (const unsigned c : {0x61cU, 0x200eU, 0x200fU, 0x202aU, 0x202bU, 0x202cU, 0x202dU, 0x202eU,
                           0x2066U, 0x2067U, 0x2068U, 0x2069U}) {
    append_character(all, char32_t{c});
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", c & 0xFFFFU);
    escapes += escape;
  }
  EXPECT_EQ(shown(all), escapes);
  EXPECT_EQ(escaped(all), escapes);
  EXPECT_EQ(escaped_line("\u2069" + all.substr(0, all.size() - 3)),
            "\\u2069" + escapes.substr(0, escapes.size() - 6));
}

TEST(Shown, IsolatesWhatRunsLeftwards) {
  EXPECT_EQ(shown("שלום"), "\u2068שלום\u2069");
  EXPECT_EQ(shown("\u202eשלום"), "\u2068\\u202eשלום\u2069");
  EXPECT_EQ(shown("שלום", 2), "\u2068של…\u2069");
  EXPECT_EQ(escaped("שלום"), "שלום");
}

// A line of words keeps what shown() isolated, and only that.
TEST(Shown, StaysIsolatedInALine) {
  const std::string words = "found \"" + shown("שלום\n") + "\", expected 3";
  EXPECT_EQ(escaped_line(words), words);
  EXPECT_EQ(escaped_line("\u2068\u2067a\u2069"), "\\u2068\\u2067a\\u2069");
  EXPECT_EQ(escaped_line("\u2068a\u2069 b"), "a b");
  EXPECT_EQ(escaped_line("a\u2068b"), "a\\u2068b");
  EXPECT_EQ(escaped_line("a\u2069b\u202e"), "a\\u2069b\\u202e");
  EXPECT_EQ(escaped_line("no שלום עולם 12: אב"), "no \u2068שלום עולם\u2069 12: \u2068אב\u2069");
  EXPECT_EQ(escaped_line("\u2068ש"), "\\u2068\u2068ש\u2069");
}

TEST(WithinWords, LeavesNamesAsTheyAre) {
  EXPECT_EQ(within_words("Top-k softmax"), "top-k softmax");
  EXPECT_EQ(within_words("Rotary (RoPE)"), "rotary (RoPE)");
  for (const char* name : {"ReLU", "ALiBi", "ELU features", "1.5-entmax", "α-entmax", ""}) {
    EXPECT_EQ(within_words(name), name);
  }
}

TEST(Shown, CutsBetweenCharacters) {
  EXPECT_EQ(shown("猫猫猫猫", 2), "猫猫…");
  EXPECT_EQ(shown("ab", 2), "ab");
  EXPECT_EQ(shown("abc", 2), "ab…");
  EXPECT_EQ(shown("", 0), "");
}

TEST(CutInMiddle, KeepsBothEnds) {
  EXPECT_EQ(cut_in_middle("internationalisation", 9), "inte…tion");
  EXPECT_EQ(cut_in_middle("internationalisation", 8), "inte…ion");
  EXPECT_EQ(cut_in_middle("short", 5), "short");
  EXPECT_EQ(cut_in_middle("äöüßéè", 3), "ä…è");
  EXPECT_EQ(cut_in_middle("", 3), "");
  EXPECT_EQ(cut_in_middle("ab", 1), "…");
  EXPECT_EQ(cut_in_middle("\xff\xff a", 2), "\xff…") << "no characters";
}

TEST(Shown, StaysWithinWhatIsNotUtf8) {
  EXPECT_EQ(shown("\xff"), "\xff");
  EXPECT_EQ(shown("\x85"), "\x85");
  EXPECT_EQ(shown("a\xe2"), "a\xe2");
  EXPECT_EQ(shown("\xf0\x9f"), "\xf0\x9f");
}

}  // namespace
}  // namespace attn::text_test
