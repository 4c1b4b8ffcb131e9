#include "app/figure/text/text_lines.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace attn::text_lines_test {
namespace {

using Lines = std::vector<std::string>;

/// Counts bytes; a formula is 3 wide, "…" as its 3 bytes.
const LineRuler kBytes{
    .width = [](std::string_view words) { return static_cast<double>(words.size()); },
    .formula_width = [](std::string_view) { return 3.0; },
    .shortened =
        [](std::string_view words, double width) {
          const auto room = static_cast<std::size_t>(width);
          if (words.size() <= room) return std::string(words);
          return room < 3 ? "" : std::string(words.substr(0, room - 3)) + "…";
        }};

bool fits_in_5(std::string_view line) { return line.size() <= 5; }

TEST(TextLines, BreaksBetweenWords) {
  EXPECT_EQ(lines_of(kBytes, "one two three four", 8), (Lines{"one two", "three", "four"}));
  EXPECT_EQ(lines_of(kBytes, "one two three four", 100), Lines{"one two three four"});
  EXPECT_EQ(lines_of(kBytes, "a  b", 1), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of(kBytes, "", 8), Lines{""});
}

TEST(TextLines, ShortensLongWordsAndTheLastLine) {
  EXPECT_EQ(lines_of(kBytes, "one seventeenth", 7), (Lines{"one", "seve…"}));
  EXPECT_EQ(lines_of(kBytes, "one two three four", 7, 2), (Lines{"one two", "thre…"}));
}

TEST(TextLines, NeverBreaksWithinAFormula) {
  EXPECT_EQ(rich_lines_of(kBytes, "is $a + b$, so \\$5 $c = d$", 8),
            (Lines{"is $a + b$,", "so \\$5", "$c = d$"}));
  EXPECT_EQ(rich_lines_of(kBytes, "$5 and $a + b$", 7), (Lines{"\\$5 and", "\\$a + b\\$"}))
      << "a lone $ makes all of it words";
}

TEST(TextLines, ParagraphsBreakLongWordsAtCharacters) {
  EXPECT_EQ(paragraph_lines("one two\n\nabcdefgh ij", fits_in_5),
            (Lines{"one", "two", "", "abcde", "fgh", "ij"}));
  EXPECT_EQ(paragraph_lines("abcdefg ij", fits_in_5), (Lines{"abcde", "fg ij"}));
  EXPECT_EQ(paragraph_lines("a 注意力 b", fits_in_5), (Lines{"a", "注", "意", "力 b"}));
  EXPECT_EQ(paragraph_lines("", fits_in_5), Lines{""});
}

TEST(TextLines, EachLineClosesItsIsolates) {
  EXPECT_EQ(
      paragraph_lines("a \u2068b c\u2069", [](std::string_view line) { return line.size() < 6; }),
      (Lines{"a", "\u2068b\u2069", "\u2068c\u2069"}));
}

}  // namespace
}  // namespace attn::text_lines_test
