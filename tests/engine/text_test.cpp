#include "engine/text.h"

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

TEST(Shown, CutsBetweenCharacters) {
  EXPECT_EQ(shown("猫猫猫猫", 2), "猫猫…");
  EXPECT_EQ(shown("ab", 2), "ab");
  EXPECT_EQ(shown("abc", 2), "ab…");
  EXPECT_EQ(shown("", 0), "");
}

TEST(Shown, StaysWithinWhatIsNotUtf8) {
  EXPECT_EQ(shown("\xff"), "\xff");
  EXPECT_EQ(shown("\x85"), "\x85");
  EXPECT_EQ(shown("a\xe2"), "a\xe2");
  EXPECT_EQ(shown("\xf0\x9f"), "\xf0\x9f");
}

}  // namespace
}  // namespace attn::text_test
