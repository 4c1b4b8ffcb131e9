#include "app/figure/files/figure_option.h"

#include <gtest/gtest.h>

#include "app/figure/page/figure_page.h"
#include "tests/figure/figure_test.h"

namespace attn::figure_option_test {
namespace {

std::string words(const FigureOptions& options) {
  try {
    check_options(test::first_example(), options);
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

TEST(CheckOptions, SaysWhichOptionAndWhatIsAllowed) {
  EXPECT_EQ(words({}), "");
  EXPECT_EQ(words({.head = 1}), "--head: expected less than 1 (heads of the scene), found 1");
  EXPECT_EQ(words({.query = 6}), "--query: expected less than 6 (queries of the scene), found 6");
  EXPECT_EQ(words({.query = -1}), "--query: expected less than 6 (queries of the scene), found -1");
  EXPECT_EQ(words({.view = "frequencies", .query = 0}).find("--query: has no effect in the view"),
            0u);
  EXPECT_EQ(words({.view = "heads", .bare_cell = 2}),
            "--bare: has no effect in the view heads; expected one of weights, scores, raw-scores, "
            "encoding, similarity, graph, patches");
}

TEST(CheckOptions, ARangeIsOneOfTheViewsOwn) {
  for (const char* range :
       {"fixed", "shared", "own", "row", "log", "sqrt", "0:1", "-2:0.5", "5%:95%"}) {
    EXPECT_EQ(words({.range = range}), "") << range;
  }
  for (const char* range : {"", "loud", "1:0", "0:0", "0:", ":1", "0:inf", "1", "0:1:2"}) {
    EXPECT_EQ(words({.range = range}),
              "--range: expected fixed, shared, own, row, log, sqrt, LO:HI or LO%:HI% with LO "
              "below HI for the view weights, found " +
                  std::string(range));
  }
  EXPECT_EQ(words({.range = "-1:1", .center = 0.5F}), "");
  EXPECT_EQ(words({.range = "-1:1", .center = 3.F}),
            "--center: expected a number within the range -1:1, found 3");
  EXPECT_EQ(words({.range = "own", .center = 0.5F}), "--center: expected --range LO:HI with it");
  EXPECT_EQ(words({.view = "scores", .range = "own"}), "");
  EXPECT_EQ(words({.view = "scores", .range = "log"}),
            "--range: expected shared, own, row, LO:HI or LO%:HI% with LO below HI for the "
            "view scores, found log");
}

TEST(CheckOptions, SizesHaveLimits) {
  EXPECT_EQ(words({.width = 32, .height = 16384}), "");
  EXPECT_EQ(words({.width = 31}), "--width: expected 32 to 16384, found 31");
  EXPECT_EQ(words({.height = 16385}), "--height: expected 32 to 16384, found 16385");
  EXPECT_EQ(words({.width = 16384, .height = 16384}),
            "--width: the figure would have 16384 x 16384 pixels; expected at most 16384 on a side "
            "and 67108864 in all");
  EXPECT_EQ(words({.font_size = 3}), "--font-size: expected 4 to 72, found 3");
  EXPECT_EQ(words({.bare_cell = 1025}), "--cell: expected 1 to 1024, found 1025");
}

TEST(CheckOptions, ColumnsAreOfSeveralHeads) {
  FigureOptions options;
  options.look.columns = 4;
  EXPECT_EQ(words(options),
            "--columns: has no effect for one head; expected --head all or --heads N,N");
  options.all_heads = true;
  EXPECT_EQ(words(options), "");
  options.look.queries = "reader";
  EXPECT_EQ(words(options), "");
}

TEST(CheckOptions, WhatIsMarkedIsShown) {
  FigureOptions options;
  options.look.tokens = {1, 4};
  options.mark = {.query = 1, .key = 3};
  EXPECT_EQ(words(options), "");
  options.mark = {.query = 1, .key = 5};
  EXPECT_EQ(words(options),
            "--marks: expected a pair of the tokens that --tokens leaves, found 1,5");
}

TEST(CheckOptions, BareIsTheMatrixAlone) {
  EXPECT_EQ(words({.bare_cell = 5}), "");
  EXPECT_EQ(words({.caption = "words", .bare_cell = 5}),
            "--caption: has no effect with --bare, which is the matrix alone");
  EXPECT_EQ(words({.width = 500, .bare_cell = 5}),
            "--width: has no effect with --bare, which is the matrix alone");
}

TEST(FigureOptions, EachIsReadAndForgotten) {
  const OptionWords words = {{"head", "1"},
                             {"query", "1"},
                             {"key", "2"},
                             {"dimension", "3"},
                             {"colormap", "magma_r"},
                             {"range", "5%:95%"},
                             {"center", "-0.5"},
                             {"numbers", "top:3"},
                             {"legend", "off"},
                             {"tokens", "1:4"},
                             {"heads", "0,2"},
                             {"marks", "1,2"},
                             {"note", "0,1=a; b; 1,0=c"},
                             {"label-keys", "k"},
                             {"label-queries", "q"},
                             {"label-legend", "l"},
                             {"ticks", "2"},
                             {"columns", "4"},
                             {"gaps", "off"},
                             {"dpi", "600"},
                             {"patches", "2x3"},
                             {"skip", "0"},
                             {"picture", "cat.png"},
                             {"title", ""},
                             {"caption", "auto"},
                             {"width", "3.3in"},
                             {"height", "400"},
                             {"scale", "1,5"},
                             {"theme", "dark"},
                             {"font", "times"},
                             {"font-size", "9pt"},
                             {"for", "slide"},
                             {"cell", "7"}};
  for (const FigureOption& row : figure_options()) {
    FigureOptions options;
    EXPECT_FALSE(row.is_given(options)) << row.id;
    EXPECT_EQ(problem_of_option(row, options, words.at(std::string(row.id))), "");
    EXPECT_TRUE(row.is_given(options)) << row.id;
    row.forget(options);
    EXPECT_FALSE(row.is_given(options)) << row.id;
  }
}

TEST(FigureOptions, DotsAnInchAreObeyedOrRefused) {
  FigureOptions options;
  read_options(options, {{"for", "column"}, {"dpi", "600"}});
  EXPECT_EQ(in_pixels(options, 2).width, 1980);
  EXPECT_EQ(in_pixels(options, 1).width, 317) << "a unit of a vector format";
  EXPECT_EQ(page_of(in_pixels(options, 1), 1).dots, 600.0 / 96);
  options = {};
  read_options(options, {{"dpi", "192"}});
  EXPECT_EQ(in_pixels(options, 2).scale, 2);
  EXPECT_THROW(read_options(options, {{"dpi", "600"}, {"scale", "2"}}), OptionError);
  EXPECT_THROW(read_options(options, {{"dpi", "1000"}}), OptionError);
  EXPECT_THROW(read_options(options, {{"numbers", "top:0"}}), OptionError);
}

TEST(FigureOptions, APapersSizeYieldsToWhatIsGiven) {
  FigureOptions options;
  read_options(options, {{"for", "slide"}, {"width", "640"}, {"font-size", "14"}});
  EXPECT_EQ(options.width, 640);
  EXPECT_FALSE(options.width_inches);
  EXPECT_EQ(options.height_inches, 7.5);
  EXPECT_EQ(options.font_size, 14);
  EXPECT_EQ(options.dots_per_inch, 144);
}

}  // namespace
}  // namespace attn::figure_option_test
