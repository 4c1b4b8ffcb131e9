// Tests which content fits a figure of given size, and the errors if it does not.
#include "app/figure/page/figure_fit.h"

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/text/visible_text.h"
#include "tests/figure/examples.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/test_cases.h"

namespace attn::figure_fit_test {
namespace {

using Shared = std::shared_ptr<const Evaluation>;

/// Why the figure is refused; empty where it is not. What is drawn is as large as is wanted, at
/// no less than the scale at which letters can be read.
std::string refusal(const Shared& evaluation, const FigureOptions& options) {
  try {
    const Drawing drawing = draw_figure(evaluation, options);
    EXPECT_EQ(drawing.pixel_width(), options.width.value_or(drawing.pixel_width()));
    EXPECT_EQ(drawing.pixel_height(), options.height.value_or(drawing.pixel_height()));
    EXPECT_GE(drawing.scale, options.scale.value_or(1) * options.font_size / kFontSize - 1e-9);
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

int advised(const std::string& words, const std::string& before = "at least ") {
  const std::size_t at = words.find(before);
  return at == std::string::npos ? 0 : std::stoi(words.substr(at + before.size()));
}

Shared evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

void expect_true_advice(const Shared& evaluation, const FigureOptions& options,
                        std::optional<int> FigureOptions::*side) {
  const std::string words = refusal(evaluation, options);
  if (words.empty()) return;
  const bool is_width = side == &FigureOptions::width;
  EXPECT_TRUE(words.starts_with(is_width ? "--width: " : "--height: ")) << words;
  EXPECT_EQ(words.find('\n'), std::string::npos);
  const int least = advised(words);
  ASSERT_GT(least, *(options.*side)) << words;
  FigureOptions at_least = options;
  at_least.*side = least;
  EXPECT_EQ(refusal(evaluation, at_least), "") << words;
  at_least.*side = least - 1;
  EXPECT_NE(refusal(evaluation, at_least), "") << words;
}

// Every view, and every example, but not each of one with each of the other: that took minutes.
TEST(FigureFit, AdvisesTheLeastSizeOfEveryViewOfSomeExamples) {
  int n = 0;
  std::size_t example = 0;
  for (const auto& [name, evaluation] : test::all_examples()) {
    std::size_t at = example++;
    for (const FigureView& view : figure_view_table()) {
      if (at++ % 5 != 0 || !is_meaningful(*evaluation, view.id) || !test::is_tried(n++)) continue;
      SCOPED_TRACE(name + " " + std::string(view.id));
      FigureOptions options{.view = std::string(view.id), .scale = 1, .width = 130};
      expect_true_advice(evaluation, options, &FigureOptions::width);
      options.width.reset();
      options.height = 90;
      expect_true_advice(evaluation, options, &FigureOptions::height);
    }
  }
}

TEST(FigureFit, IsExactlyAsLargeOrRefused) {
  const Shared child = evaluated(test::first_example());
  for (const std::string_view view : figure_views()) {
    if (!is_meaningful(*child, view)) continue;
    SCOPED_TRACE(view);
    for (const auto& [width, height] :
         std::vector<std::pair<int, int>>{{1800, 1400}, {640, 480}, {80, 60}}) {
      for (const double font : {8.0, 14.0}) {
        const std::string words = refusal(
            child,
            {.view = std::string(view), .width = width, .height = height, .font_size = font});
        const bool is_refused = !words.empty();
        EXPECT_TRUE(width != 80 || is_refused) << "a stamp";
        EXPECT_TRUE(width != 1800 || font > 14 || !is_refused) << words;
      }
    }
    EXPECT_EQ(refusal(child, {.view = std::string(view), .width = 1777}), "");
    EXPECT_EQ(refusal(child, {.view = std::string(view), .height = 1777}), "");
  }
}

/// Every word of the captions and titles that are asked for is in the file.
TEST(FigureFit, NoWordOfACaptionOrTitleIsLost) {
  std::string words;
  for (int n = 0; n < 90; ++n) words += "word" + std::to_string(n) + " ";
  const Shared child = evaluated(test::first_example());
  for (const FigureView& view : figure_view_table()) {
    if (view.id == "curve") continue;
    SCOPED_TRACE(view.id);
    for (const auto height : {std::optional<int>(), std::optional(2000)}) {
      const std::string svg = svg_figure(draw_figure(child,
                                                     {.view = std::string(view.id),
                                                      .scale = 1,
                                                      .title = words,
                                                      .caption = words,
                                                      .height = height},
                                                     1));
      for (const int n : {0, 45, 89}) {
        const std::string word = "word" + std::to_string(n);
        std::size_t found = 0;
        for (std::size_t at = svg.find(word); at != std::string::npos;
             at = svg.find(word, at + 1)) {
          ++found;
        }
        EXPECT_EQ(found, 2U) << word;
      }
    }
    EXPECT_NE(refusal(child, {.view = std::string(view.id), .caption = words, .height = 90}), "");
  }
}

TEST(FigureFit, KeepsTheNamesOfComparedPanels) {
  const Shared child = evaluated(test::first_example());
  for (const auto height : {std::optional<int>(), std::optional(400), std::optional(700)}) {
    const std::string svg =
        svg_figure(draw_figure(child, {.view = "compare", .scale = 1, .height = height}, 1));
    EXPECT_NE(svg.find(">Dot product<"), std::string::npos) << height.value_or(0);
  }
}

/// All names of tokens are there at the least width, and so are all numbers that are wanted.
TEST(FigureFit, NumbersThatAreWantedAreThereOrRefused) {
  for (const Index tokens : {6, 24, 60, 130}) {
    Scene scene;
    for (Index n = 0; n < tokens; ++n) scene.tokens.push_back("token" + std::to_string(n));
    scene.embeddings = test::Random(test::case_seed(tokens)).uniform(tokens, 4);
    const Shared evaluation = evaluated(scene);
    const FigureOptions wanted{.scale = 1, .numbers = Numbers::on};
    const std::string words = refusal(evaluation, wanted);
    EXPECT_EQ(words.empty(), tokens <= 60) << words;
    if (tokens > 128) {
      EXPECT_TRUE(words.starts_with("--numbers on: ")) << words;
      continue;
    }
    FigureOptions narrow = wanted;
    narrow.look.every = 1;
    narrow.width = 100;
    const int least = advised(refusal(evaluation, narrow));
    narrow.width = least;
    const std::string svg = svg_figure(draw_figure(evaluation, narrow, 1));
    for (const std::string& token : scene.tokens) {
      EXPECT_NE(svg.find(">" + token + "<"), std::string::npos) << token;
    }
    const std::string number = ">" + fixed(evaluation->trace.heads[0].weights(0, 0), 2) + "<";
    EXPECT_NE(svg.find(number), std::string::npos);
    narrow.width = least - 1;
    EXPECT_NE(refusal(evaluation, narrow), "");
    FigureOptions of_itself = narrow;
    of_itself.numbers = Numbers::automatic;
    EXPECT_LE(advised(refusal(evaluation, of_itself)), least);
  }
}

/// Without a requested scale, text may shrink to fit, down to scale 1.
TEST(FigureFit, TakesASmallerScaleWhereNoneIsAskedFor) {
  const Shared child = evaluated(test::first_example());
  const int least = advised(refusal(child, {.scale = 1, .width = 60}));
  EXPECT_EQ(draw_figure(child, {.width = least}).scale, 1);
  EXPECT_NE(refusal(child, {.scale = 2, .width = least}), "");
  const double between = draw_figure(child, {.width = least * 3 / 2}).scale;
  EXPECT_GT(between, 1.2);
  EXPECT_LT(between, 2);
}

}  // namespace
}  // namespace attn::figure_fit_test
