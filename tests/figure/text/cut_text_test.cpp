#include "app/figure/text/cut_text.h"

#include <algorithm>

#include <gtest/gtest.h>

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
