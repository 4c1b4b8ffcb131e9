// Figures in the type of a paper.
#include "app/figure/text/figure_font.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/painted_figure.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/text/text.h"
#include "tests/figure/recording_canvas.h"

namespace attn::figure_font_test {
namespace {

constexpr TextStyle kWords{.size = 20};

std::string why_not(const std::string& name) {
  try {
    find_font_family(name);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(FigureFont, IsBuiltInOrInstalledOrSaysWhereDebianHasIt) {
  EXPECT_STREQ(find_font_family("inter"), kWordFamily);
  EXPECT_STREQ(find_font_family("times"), kTimesFamily);
  EXPECT_STREQ(find_font_family("dejavu sans"), "DejaVu Sans");
  EXPECT_NE(why_not("No Such Family").find("is not installed; expected inter, times"),
            std::string::npos);
  EXPECT_EQ(why_not("EB Garamond"),
            "the font EB Garamond is not installed; Debian has it in the package fonts-ebgaramond");
}

TEST(FigureFont, HoldsInItsScopeAlone) {
  const double usual = Text("Attention", kWords).width();
  {
    const FontScope times(find_font_family("times"));
    const Text text("Attention", kWords);
    EXPECT_STREQ(text.style().family, kTimesFamily);
    EXPECT_LT(text.width(), usual);
    EXPECT_LT(cap_height(kWords), 0.7 * kWords.size);
    EXPECT_STREQ(Text("1", {.family = kNumberFamily}).style().family, kNumberFamily);
  }
  EXPECT_EQ(Text("Attention", kWords).width(), usual);
}

TEST(FigureFont, DigitsStandBelowEachOther) {
  const FontScope times(find_font_family("times"));
  TextStyle style = kWords;
  style.tabular = true;
  EXPECT_EQ(Text("0.11", style).width(), Text("0.48", style).width());
}

TEST(FigureFont, IsThatOfAllWordsOfAFigure) {
  const Scene scene = test::first_example();
  const auto evaluation = test::evaluation_of({scene, evaluate(scene)});
  FigureOptions options{.width_inches = 3.3};
  options.font_size = 8.6 * 96 / 72;
  options.font = find_font_family("times");
  for (const char* view : {"weights", "heads", "outputs", "steps"}) {
    options.view = view;
    const Drawing drawing = draw_figure(evaluation, options, 1);
    const std::string svg = svg_figure(drawing);
    EXPECT_NE(svg.find("TeX Gyre Termes"), svg.npos) << view;
    EXPECT_EQ(svg.find("Inter, "), svg.npos) << view;
    EXPECT_EQ(svg, svg_figure(draw_figure(evaluation, options, 1)));
  }
  EXPECT_STREQ(word_family(), kWordFamily);
}

TEST(FigureFont, ABoldOneIsWider) {
  const FontScope times(find_font_family("times"));
  TextStyle bold = kWords;
  bold.weight = kSemiboldWeight;
  EXPECT_GT(Text("Attention", bold).width(), Text("Attention", kWords).width());
}

}  // namespace
}  // namespace attn::figure_font_test
