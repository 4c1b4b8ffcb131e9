#include <algorithm>

#include <gtest/gtest.h>

#include "app/figure/text/visible_text.h"

namespace attn::cut_text_test {
namespace {

/// Says what fits into so many characters, and counts the bytes that it looked at.
struct Measure {
  std::ptrdiff_t room = 0;
  std::size_t bytes = 0;
  bool operator()(std::string_view text) {
    bytes += text.size();
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
    return std::ranges::count_if(text, begins) <= room;
  }
};

std::string cut(std::string_view text, std::ptrdiff_t room) {
  return cut_to_fit(text, Measure{room});
}

TEST(CutText, TheLongestStartThatFits) {
  EXPECT_EQ(cut("abcdef", 4), "abc…");
  EXPECT_EQ(cut("abcdef", 5), "abcd…");
  EXPECT_EQ(cut("注意力", 2), "注…");
  EXPECT_EQ(cut("abc", 1), "…");
  EXPECT_EQ(cut("abc", 0), "");
  EXPECT_EQ(cut("", 0), "");
}

TEST(CutText, OfANarrowNameLettersAreLeft) {
  const auto letters = [](std::string_view text, std::ptrdiff_t room) {
    return letters_to_fit(text, Measure{room});
  };
  EXPECT_EQ(letters("close", 4), "clo…");
  EXPECT_EQ(letters("close", 3), "cl…");
  EXPECT_EQ(letters("close", 2), "cl");
  EXPECT_EQ(letters("close", 1), "c");
  EXPECT_EQ(letters("close", 0), "");
  EXPECT_EQ(letters("注意力", 2), "注意");
  EXPECT_EQ(letters("more )", 5), "mor )");
  EXPECT_EQ(letters("more )", 3), "m )");
  EXPECT_EQ(letters("more )", 2), "m)");
  EXPECT_EQ(letters("more (", 2), "m(") << "unlike the other";
  EXPECT_EQ(letters("more (", 1), "m");
  EXPECT_EQ(letters("", 0), "");
  for (std::ptrdiff_t room = 0; room < 12; ++room) {
    EXPECT_TRUE(Measure{room}(letters("not more at all", room))) << room;
  }
}

TEST(CutText, TakesTimeInProportion) {
  const std::string text(100'000, 'x');
  for (const std::ptrdiff_t room : {1, 50, 50'000, 99'999}) {
    Measure measure{room};
    EXPECT_EQ(cut_to_fit(text, std::ref(measure)).size(), static_cast<std::size_t>(room) + 2);
    EXPECT_LT(measure.bytes, 20 * text.size()) << "of " << text.size() << " for each cut";
  }
}

}  // namespace
}  // namespace attn::cut_text_test
