#include "app/figure/page/arrangement.h"

#include <gtest/gtest.h>

#include "app/figure/page/figure_page.h"
#include "tests/figure/recording_canvas.h"

namespace attn::arrangement_test {
namespace {

/// Twelve heads of `tokens` words each, evaluated.
std::shared_ptr<const Evaluation> heads_of(Index tokens, std::size_t heads = 12) {
  test::Example one = test::example(tokens, tokens, {"the", "animal", "did", "n't", "cross", "it"});
  one.scene.heads.resize(heads);
  one.trace.heads.resize(heads, one.trace.heads[0]);
  return test::evaluation_of(one);
}

FigureOptions for_paper(double width) {
  return {.width_inches = width, .font_size = 8.6 * 96 / 72};
}

std::ptrdiff_t texts(const test::Recorded& figure, std::string_view text) {
  return std::ranges::count(figure.canvas->texts, text, &test::RecordingCanvas::Said::text);
}

std::string refusal(const std::shared_ptr<const Evaluation>& evaluation,
                    const FigureOptions& options) {
  try {
    draw_figure(evaluation, options, 1);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "";
}

TEST(Arrangements, AllNamesWithFewerColumnsComeBeforeThinnedNames) {
  const auto all = arrangements({.count = 12}, {});
  ASSERT_EQ(all.size(), 16U);
  EXPECT_EQ(all.front().columns, 4);
  EXPECT_FALSE(all.front().legend_below || all.front().thins_names);
  EXPECT_TRUE(all[1].legend_below);
  EXPECT_EQ(all[7].columns, 1);
  EXPECT_TRUE(all[8].thins_names);
  EXPECT_EQ(all[8].columns, 4);
}

TEST(Arrangements, KeepWhatIsRequired) {
  FigureOptions options;
  options.look.every = 1;
  for (const Arrangement& one : arrangements({.count = 12, .columns = 6}, options)) {
    EXPECT_EQ(one.columns, 6);
    EXPECT_FALSE(one.thins_names);
  }
  EXPECT_EQ(arrangements({.are_heatmaps = false}, {}).size(), 1U);
}

TEST(HeadsGrid, HasNamesAtItsOuterEdgesAndOneLegend) {
  FigureOptions options{.all_heads = true};
  options.look.columns = 4;
  const test::Recorded figure(draw_figure(heads_of(3), options, 1));
  EXPECT_EQ(texts(figure, "head 11"), 1);
  EXPECT_EQ(texts(figure, "weight"), 1);
  // As a query beside each of three rows, as a key above each of four columns.
  EXPECT_EQ(texts(figure, "animal"), 3 + 4);
}

TEST(HeadsGrid, OfTwelveHeadsFitsEveryPaperAtEveryNumberOfTokens) {
  for (const Index tokens : {8, 15, 20, 33, 60}) {
    for (const PaperFormat& format : paper_formats()) {
      for (const int columns : {0, 4, 12}) {
        SCOPED_TRACE(std::to_string(tokens) + " " + std::string(format.id) + " " +
                     std::to_string(columns));
        FigureOptions options = on_paper(format, {.all_heads = true});
        options.look.columns = columns;
        const Drawing drawing = draw_figure(heads_of(tokens), options, 1);
        EXPECT_NEAR(drawing.pixel_width(), format.width * 96, 1);
      }
    }
  }
}

TEST(Names, OfEveryNumberOfTokensFitAColumn) {
  for (const Index tokens : {2, 8, 13, 16, 20, 27, 36, 48, 60, 100, 200}) {
    SCOPED_TRACE(tokens);
    EXPECT_EQ(refusal(heads_of(tokens, 1), for_paper(3.3)), "");
  }
}

TEST(Names, AreAllShownWhereTheyFit) {
  const test::Recorded figure(draw_figure(heads_of(6, 1), for_paper(3.3), 1));
  for (const char* name : {"the", "animal", "did", "n't", "cross", "it"}) {
    EXPECT_EQ(texts(figure, name), 2) << name;
  }
}

TEST(Slides, HaveSmallerTypeWhereAViewNeedsMoreRoom) {
  const PaperFormat& slide = *std::ranges::find(paper_formats(), "slide", &PaperFormat::id);
  const Drawing small = draw_figure(heads_of(6, 1), on_paper(slide), 1);
  EXPECT_EQ(small.reduced_type, 0);
  const Scene scene = test::first_example();
  const Drawing large = draw_figure(test::evaluation_of({scene, evaluate(scene)}),
                                    on_paper(slide, {.view = "binary"}), 1);
  EXPECT_GT(large.reduced_type, 7.9);
  EXPECT_LT(large.reduced_type, 20);
  EXPECT_NEAR(large.pixel_height(), 720, 1);
}

TEST(Ticks, AreObeyedOrRefused) {
  FigureOptions options = for_paper(3.3);
  options.look.every = 1;
  EXPECT_TRUE(refusal(heads_of(40, 1), options)
                  .starts_with("--width: the view weights of 40 tokens needs at least "));
  EXPECT_NE(refusal(heads_of(40, 1), options).find("; it fits with no --ticks"), std::string::npos);
  options.look.every = 4;
  EXPECT_EQ(refusal(heads_of(40, 1), options), "");
  // Without a size, too.
  options = {};
  options.look.every = 1;
  EXPECT_EQ(refusal(heads_of(30, 1), options), "");
  EXPECT_TRUE(refusal(heads_of(400, 1), options)
                  .starts_with("--ticks 1: the view weights of 400 tokens needs --width "));
  options.look.every = 50;
  EXPECT_EQ(refusal(heads_of(400, 1), options), "");
}

}  // namespace
}  // namespace attn::arrangement_test
