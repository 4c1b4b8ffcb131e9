#include "app/figure/text/text.h"

#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"

namespace attn::text_test {
namespace {

using test::Picture;
using test::picture_of;

struct Box {
  int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1;
  int ink = 0;
};

Box ink_of(const Picture& picture) {
  Box box;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (picture.at(x, y)[3] == 0) continue;
      box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x),
             std::max(box.bottom, y), box.ink + 1};
    }
  }
  return box;
}

Box ink_of(const Text& text, Align align, double angle = 0) {
  return ink_of(picture_of({400, 400,
                            [&](Canvas& canvas) {
                              canvas.text(text, {}, {200, 200, align, angle});
                            },
                            &kTransparentFigure},
                           1));
}

TEST(Text, EveryScriptHasInk) {
  for (const char* word :
       {"Book", "注意力机制", "الانتباه", "תשומת לב", "ध्यान", "👩‍👩‍👧", "ひらがな",
        "한국어", "ไทย", "∅", "␣", "↵", "⇥", "…", "\u202eabc", "�"}) {
    const Text text(word, {});
    EXPECT_GT(text.width(), 4) << word;
    EXPECT_GT(ink_of(text, Align::left).ink, 8) << word;
  }
}

TEST(Text, InkLiesWhereTheAnchorSays) {
  const Text text("Hxx", {.size = 40});
  const Box left = ink_of(text, Align::left);
  EXPECT_NEAR(left.left, 200, 6);
  EXPECT_NEAR(left.bottom, 200, 1.5);
  EXPECT_NEAR(left.bottom - left.top, cap_height({.size = 40}), 2);
  EXPECT_NEAR(ink_of(text, Align::right).right, 200, 6);
  const Box center = ink_of(text, Align::center);
  EXPECT_NEAR((center.left + center.right) / 2.0, 200, 2);
}

TEST(Text, RightToLeftTextHasTheSameAnchors) {
  Text text("תשומת לב", {.size = 20});
  for (const bool wrapped : {false, true}) {
    if (wrapped) text.wrap(300, 2);
    EXPECT_NEAR(ink_of(text, Align::right).right, 200, 4);
    EXPECT_NEAR(ink_of(text, Align::left).left, 200, 4);
  }
}

TEST(Text, TurnedTextIsTurned) {
  const Text text("Hxx", {.size = 40});
  const Box up = ink_of(text, Align::left, -std::numbers::pi / 2);
  EXPECT_NEAR(up.bottom, 200, 6);
  EXPECT_NEAR(up.right, 200, 1.5);
}

TEST(Text, ShorteningTakesTheEndAndKeepsToTheWidth) {
  const Text whole("Donaudampfschifffahrtsgesellschaft", {});
  Text text("Donaudampfschifffahrtsgesellschaft", {});
  text.shorten(whole.width() + 1);
  EXPECT_EQ(text.width(), whole.width());
  text.shorten(100);
  EXPECT_LE(text.width(), 100);
  EXPECT_GT(text.width(), 80);
  // Its start stays: the ink begins with D as the whole text's does.
  EXPECT_NEAR(ink_of(text, Align::left).left, ink_of(whole, Align::left).left, 1);
  EXPECT_TRUE(text.text().starts_with("Donaudampf") && text.text().ends_with("…")) << text.text();
}

TEST(Text, ShorteningLeavesNoGapAndNoPartOfALetter) {
  for (const double width : {60.0, 83.0, 100.0, 117.0}) {
    Text text(std::string(60, 'i'), {});
    text.shorten(width);
    EXPECT_GT(text.width(), width - Text("i", {}).width() - 0.1) << "as much as fits is kept";
  }
  std::string accents;
  for (int i = 0; i < 20; ++i) accents += "e\u0301\u0302";
  Text text(accents, {});
  text.shorten(60);
  Text plain(std::string(20, 'e'), {});
  plain.shorten(60);
  EXPECT_NEAR(text.width(), plain.width(), 1);
  Text tiny("Donaudampfschiff", {});
  tiny.shorten(1);
  EXPECT_EQ(tiny.width(), Text("…", {}).width());
}

TEST(Text, WrappingKeepsToTheLines) {
  std::string words;
  for (int i = 0; i < 200; ++i) words += "words ";
  const Text line("words", {});
  Text text(words, {});
  text.wrap(200, 2);
  EXPECT_LE(text.width(), 200);
  EXPECT_NEAR(text.height(), 2 * line.height(), 1);
}

TEST(Text, LinesSayWhatStandsInThem) {
  const auto lines_of = [](const char* words, double width = 0) {
    Text text(words, {});
    if (width > 0) text.wrap(width, 2);
    return text.lines();
  };
  EXPECT_EQ(lines_of(" what ")[0].text, " what ");
  EXPECT_EQ(lines_of(" what ")[0].width, Text(" what ", {}).width());
  const auto broken = lines_of("several words", Text("several wo", {}).width());
  ASSERT_EQ(broken.size(), 2u);
  EXPECT_EQ(broken[0].text, "several");
  EXPECT_NEAR(broken[0].width, Text("several", {}).width(), 0.01);
  EXPECT_FALSE(broken[0].is_leftwards);
  EXPECT_TRUE(lines_of("مرحبا 1")[0].is_leftwards);
  EXPECT_FALSE(lines_of("a مرحبا")[0].is_leftwards);
}

TEST(Text, TabularDigitsAreOfOneWidth) {
  const TextStyle style{.tabular = true};
  EXPECT_EQ(Text("0.11", style).width(), Text("0.00", style).width());
  EXPECT_LT(Text("0.11", {}).width(), Text("0.00", {}).width());
}

TEST(Text, NoLineEndBreaksTheLine) {
  EXPECT_EQ(Text("a\nb\u2029c", {}).height(), Text("abc", {}).height());
}

}  // namespace
}  // namespace attn::text_test
