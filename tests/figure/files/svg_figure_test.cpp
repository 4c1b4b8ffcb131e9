#include <gtest/gtest.h>

#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/figure.h"
#include "tests/figure/figure_test.h"

namespace attn::svg_figure_test {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::string svg_of(const Scene& scene, const Trace& trace) {
  return svg_figure(
      draw_figure(std::make_shared<const Evaluation>(Evaluation{scene, trace}), {}, 1));
}
std::string svg_of(const test::Example& example) { return svg_of(example.scene, example.trace); }

TEST(SvgFigure, TextStaysTextAndCellsStayRectangles) {
  const Scene scene = test::first_example();
  const std::string svg = svg_of(scene, evaluate(scene));
  for (const char* word : {">Sleepy<", ">Book<", ">keys →<", ">The sleepy child reads a book<"}) {
    EXPECT_NE(svg.find(word), std::string::npos) << word;
  }
  EXPECT_GE(count(svg, "<rect"), 36u);
  EXPECT_EQ(count(svg, "<image"), 0u);
  EXPECT_EQ(count(svg, "<title>The sleepy child reads a book</title>"), 1u);
}

TEST(SvgFigure, ALargeMatrixIsOneImage) {
  EXPECT_EQ(count(svg_of(test::example(128, 128, {"a"})), "<image"), 0u);
  const std::string large = svg_of(test::example(129, 3, {"a"}));
  EXPECT_EQ(count(large, "<image"), 1u);
  EXPECT_LT(count(large, "<rect"), 400u);  // the legend's steps
}

TEST(SvgFigure, WordsStandWhereTheirLinesDo) {
  const auto element = [](const char* words, Align align) {
    SvgCanvas canvas(kTransparentFigure, {0, 0, 100, 100}, 1);
    canvas.text(Text(words, {}), {}, {50, 20, align});
    return canvas.elements();
  };
  const std::string last = element("what ", Align::left);  // another word comes after it
  EXPECT_NE(last.find(">what </text>"), std::string::npos) << last;
  EXPECT_NE(last.find("textLength=\"" + svg_number(Text("what ", {}).width())), std::string::npos);
  EXPECT_EQ(count(last, "text-anchor") + count(last, "direction"), 0u) << last;
  EXPECT_EQ(count(element("a", Align::right), "text-anchor=\"end\""), 1u);

  // Words from right to left begin at their right, and order what stands among them.
  const std::string left = element("مرحبا 1 - 2", Align::left);
  EXPECT_EQ(count(left, "direction=\"rtl\""), 1u) << left;
  EXPECT_EQ(count(left, "text-anchor=\"end\""), 1u) << left;
  const std::string right = element("שלום", Align::right);
  EXPECT_EQ(count(right, "direction=\"rtl\""), 1u) << right;
  EXPECT_EQ(count(right, "text-anchor"), 0u) << right;
  EXPECT_EQ(count(element("שלום", Align::center), "text-anchor=\"middle\""), 1u);
}

TEST(SvgFigure, MaskedCellsAreHatched) {
  const Scene scene = test::masked_child();
  const std::string svg = svg_of(scene, evaluate(scene));
  EXPECT_EQ(count(svg, "<pattern"), 1u);
  EXPECT_GE(count(svg, "fill=\"url(#masked)\""), 1u);
}

TEST(SvgFigure, WhatXmlCantHoldIsReplaced) {
  EXPECT_EQ(xml_text("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(xml_text(std::string_view("a\0b\x01", 4)), "a\uFFFDb\uFFFD");
  EXPECT_EQ(xml_text("\xff"), "\uFFFD");
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), "\uFFFD");
  EXPECT_EQ(xml_text("注意 \t"), "注意 \t");
}

}  // namespace
}  // namespace attn::svg_figure_test
