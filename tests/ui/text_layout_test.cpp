// Bad layouts, each of which the check sees, beside good ones that are like them.

#include "tests/ui/text_layout.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace attn::test::text_layout_test {
namespace {

constexpr Rect kWindow{0, 0, 1000, 600};

DrawnText line(const std::string& text, double x, double y, double width, Rect clip = kWindow) {
  return {text, {x, y, width, 20}, clip};
}

std::string troubles(const std::vector<DrawnText>& texts) {
  return layout_troubles({.texts = texts, .controls = {{"view", kWindow}}});
}

bool finds(const std::vector<DrawnText>& texts, const std::string& words) {
  return troubles(texts).find(words) != std::string::npos;
}

TEST(TextLayout, WhatIsWholeAndApartIsWell) {
  EXPECT_EQ(troubles({line("Weights", 0, 0, 60), line("Scores", 70, 0, 50),
                      line("of every query", 0, 20, 100), line("0.25", 200, 100, 30),
                      line("0.75", 234, 100, 30)}),
            "");
}

TEST(TextLayout, CutTextIsSeen) {
  const Rect narrow{0, 0, 50, 600}, low{0, 0, 1000, 12};
  EXPECT_TRUE(finds({line("Weights", 0, 0, 60, narrow)}, "\"Weights\" at 0, 0 is cut\n"));
  EXPECT_EQ(troubles({line("Weights", 0, 0, 50, narrow)}), "");
  EXPECT_TRUE(finds({line("Weights", 0, 0, 60, low)}, "is cut in height"));
  EXPECT_EQ(troubles({line("Weights", 0, 300, 60, low)}), "") << "it is scrolled out";
}

TEST(TextLayout, ATableScrolls) {
  const Rect narrow{0, 0, 50, 600};
  const TextLayout layout{{line("12.5", 40, 0, 30, narrow)}, {{"values.table", narrow}}};
  EXPECT_EQ(layout_troubles(layout), "");
}

TEST(TextLayout, ShortenedTextIsSeenUnlessItIsALongWord) {
  const std::vector<DrawnText> texts = {line("incompre…", 0, 0, 60)};
  EXPECT_TRUE(finds(texts, "is shortened"));
  EXPECT_EQ(
      layout_troubles({.texts = texts, .controls = {}, .long_words = {"incomprehensibilities"}}),
      "");
}

TEST(TextLayout, TextOverAnotherIsSeen) {
  EXPECT_TRUE(finds({line("Weights", 0, 0, 60), line("Scores", 55, 0, 50)}, "is over"));
  EXPECT_TRUE(finds({line("Weights", 0, 0, 60), line("Scores", 0, 6, 50)}, "is over"));
}

TEST(TextLayout, NumbersThatReadAsOneAreSeen) {
  EXPECT_TRUE(finds({line("0.25", 0, 0, 30), line("0.75", 32, 0, 30)}, "touches"));
  EXPECT_EQ(troubles({line("of", 0, 0, 30), line("0.75", 32, 0, 30)}), "");
  EXPECT_EQ(troubles({line("0.25", 0, 0, 30), line("0.75", 32, 20, 30)}), "");
}

TEST(TextLayout, ABreakInsideATermIsSeen) {
  for (const std::string sign : {"=", "≠", "≈", "<", ">", "≤", "≥", "·", "/", "×", "−"}) {
    EXPECT_TRUE(
        finds({line("the weight", 0, 0, 60), line(sign + " 0.5 here", 0, 20, 80)}, "break a term"))
        << sign;
    EXPECT_TRUE(
        finds({line("the weight " + sign, 0, 0, 60), line("0.5 here", 0, 20, 80)}, "break a term"))
        << sign;
    EXPECT_FALSE(finds({line("the weight", 0, 0, 60), line(sign + " 0.5 here", 300, 20, 80)},
                       "break a term"))
        << "in another column";
    EXPECT_FALSE(
        finds({line("the weight", 0, 0, 60), line(sign + " 0.5 here", 0, 60, 80)}, "break a term"))
        << "in another paragraph";
  }
  EXPECT_FALSE(finds({line("it grows", 0, 0, 60), line("→ 0.5", 0, 20, 80)}, "break a term"))
      << "an arrow opens a line";
}

}  // namespace
}  // namespace attn::test::text_layout_test
