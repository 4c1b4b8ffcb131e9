#include "app/document/files/utf8.h"

#include <string>

#include <gtest/gtest.h>

namespace attn::utf8_test {
namespace {

TEST(Utf8, LeavesWhatIsValid) {
  for (const std::string text :
       {"", "abc", "é", "猫", "🙂", "تعلم", "\uD7FF\uE000\uFFFF\U0010FFFF"}) {
    EXPECT_EQ(valid_utf8(text), text);
  }
  EXPECT_EQ(valid_utf8(std::string(3, '\0')), std::string(3, '\0'));
}

TEST(Utf8, ReplacesWhatIsNot) {
  EXPECT_EQ(valid_utf8("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(valid_utf8("\xC3"), "\uFFFD");                      // cut off
  EXPECT_EQ(valid_utf8("\xE7\x8Cz"), "\uFFFD\uFFFDz");          // cut off
  EXPECT_EQ(valid_utf8("\xC0\x80"), "\uFFFD\uFFFD");            // overlong
  EXPECT_EQ(valid_utf8("\xE0\x80\x80"), "\uFFFD\uFFFD\uFFFD");  // overlong
  EXPECT_EQ(valid_utf8("\xF0\x80\x80\x80z"), "\uFFFD\uFFFD\uFFFD\uFFFDz");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // a surrogate
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond U+10FFFF
  EXPECT_EQ(valid_utf8("\x80\xC3\xA9"), "\uFFFDé");
}

}  // namespace
}  // namespace attn::utf8_test
