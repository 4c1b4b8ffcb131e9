// Several views as one figure.
#include "app/figure/panels/panels_figure.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/panels/panel_parts.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"
#include "tests/support/paths.h"

namespace attn::panels_figure_test {
namespace {

FigurePanel panel_of(Scene scene, const char* view = "weights", FigureOptions options = {}) {
  options.view = view;
  Trace trace = evaluate(scene);
  return {.view = find_figure_view(view),
          .evaluation =
              std::make_shared<const Evaluation>(Evaluation{std::move(scene), std::move(trace)}),
          .options = std::move(options),
          .name = "child"};
}

Scene at_temperature(float temperature) {
  Scene scene = test::first_example();
  scene.normalizer.temperature = temperature;
  return scene;
}

FigurePanel difference() { return {.evaluation = panel_of(at_temperature(1)).evaluation}; }

std::string svg_of(const std::vector<FigurePanel>& panels, const PanelsOptions& options = {}) {
  return svg_figure(draw_panels(panels, options, 1));
}

int count_in(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++count;
  }
  return count;
}

std::string refusal(const std::vector<FigurePanel>& panels, const PanelsOptions& options = {}) {
  try {
    draw_panels(panels, options, 1);
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

TEST(PanelsFigure, OuterNamesAreOfTheSameTokens) {
  Scene other = at_temperature(1);
  other.tokens[2] = "Cat";
  EXPECT_EQ(refusal({panel_of(at_temperature(1)), panel_of(other)}, {.outer = true}),
            "--outer: expected the same tokens in all panels, found other ones in panel 2");
  EXPECT_EQ(refusal({panel_of(at_temperature(1), "outputs")}, {.outer = true}),
            "--outer: expected panels of weights, scores, raw-scores, each of one head");
  // Scores, whose ranges would differ, have one legend.
  Scene wider = at_temperature(1);
  wider.embeddings = Cow<Matrix>(Matrix(3 * *wider.embeddings));
  const std::vector<FigurePanel> scores{panel_of(at_temperature(1), "scores", {.range = "own"}),
                                        panel_of(wider, "scores")};
  EXPECT_EQ(count_in(svg_of(scores, {.outer = true}), ">score<"), 2) << "a range that was chosen";
  const std::vector<FigurePanel> free{panel_of(at_temperature(1), "scores"),
                                      panel_of(wider, "scores")};
  EXPECT_EQ(count_in(svg_of(free, {.outer = true}), ">score<"), 1);
}

TEST(PanelsFigure, APanelWithNothingToShowIsNamed) {
  EXPECT_EQ(refusal({panel_of(at_temperature(1), "outputs"), panel_of(at_temperature(1), "curve")}),
            "panel 2: The keys have 3 features; a curve needs exactly one.");
}

TEST(PanelsFigure, SharesNamesAndALegendWhereTheyAreTheSame) {
  const std::vector<FigurePanel> two = {panel_of(at_temperature(1)),
                                        panel_of(at_temperature(0.5F))};
  const std::string beside = svg_of(two, {.letters = true});
  EXPECT_EQ(count_in(beside, ">Sleepy<"), 3);  // a row's name once, a column's twice
  EXPECT_EQ(count_in(beside, ">weight<"), 1);
  EXPECT_EQ(count_in(beside, ">(a) T = 1<"), 1);
  EXPECT_EQ(count_in(beside, ">(b) T = 0.5<"), 1);
  EXPECT_EQ(count_in(svg_of(two, {.columns = 1}), ">Sleepy<"), 3);
  Scene other = at_temperature(1);
  other.tokens[1] = "Tired";
  const std::vector<FigurePanel> apart = {two[0], panel_of(other)};
  const std::string named = svg_of(apart);
  EXPECT_EQ(count_in(named, ">Sleepy<"), 2);
  EXPECT_EQ(count_in(named, ">Tired<"), 2);
  EXPECT_EQ(count_in(named, ">Book<"), 4);
  std::vector<FigurePanel> two_maps = two;
  two_maps[1].options.colormap = find_colormap("viridis");
  EXPECT_EQ(count_in(svg_of(two_maps), ">weight<"), 2);
  FigureOptions half{.range = "0:0.5"};
  EXPECT_EQ(count_in(svg_of({two[0], panel_of(at_temperature(2), "weights", half)}), ">weight<"),
            2);
}

TEST(PanelsFigure, ACellHasOneColourInAllPanelsOfOneScale) {
  const std::vector<FigurePanel> panels = {panel_of(at_temperature(1), "scores"),
                                           panel_of(test::masked_child(), "scores"),
                                           panel_of(at_temperature(1))};
  const auto heatmaps = panel_heatmaps(panels, false);
  EXPECT_EQ(heatmaps[0].scale, heatmaps[1].scale);
  EXPECT_NE(heatmaps[0].scale, heatmaps[2].scale);
  EXPECT_EQ(heatmaps[0].shading.range, heatmaps[1].shading.range);
  EXPECT_TRUE(heatmaps[0].has_masked);
  EXPECT_FALSE(heatmaps[2].has_masked);
}

// Shares are not drawn over −1…1 for the sake of others that can be below 0.
TEST(PanelsFigure, SharesBesideSignedWeightsKeepTheirRange) {
  const Scene differential = read_scene(test::data_path("golden2/differential.attn.json"));
  const std::vector<FigurePanel> panels = {panel_of(differential), panel_of(at_temperature(1)),
                                           panel_of(at_temperature(0.5F)), panel_of(differential)};
  for (const char* const range : {"shared", "own", ""}) {
    auto chosen = panels;
    for (FigurePanel& panel : chosen) {
      if (*range) panel.options.range = range;
    }
    const auto heatmaps = panel_heatmaps(chosen, false);
    EXPECT_LT(heatmaps[0].shading.range.low, 0);
    EXPECT_EQ(heatmaps[1].shading.range.low, 0);
    EXPECT_GE(heatmaps[1].shading.range.high, heatmaps[1].values->maxCoeff());
    EXPECT_NE(heatmaps[0].scale, heatmaps[1].scale);
    EXPECT_EQ(heatmaps[1].scale, heatmaps[2].scale);
    EXPECT_EQ(heatmaps[0].scale, heatmaps[3].scale);
  }
}

TEST(PanelsFigure, TheDifferenceIsOfTheTwoBeforeIt) {
  const std::vector<FigurePanel> panels = {panel_of(at_temperature(1)),
                                           panel_of(test::masked_child()), difference()};
  const auto heatmaps = panel_heatmaps(panels, true);
  const Matrix& a = panels[0].evaluation->trace.heads[0].weights;
  const Matrix& b = panels[1].evaluation->trace.heads[0].weights;
  const Matrix& scores = panels[1].evaluation->trace.heads[0].scores;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      const float found = (*heatmaps[2].values)(i, j);
      if (scores(i, j) == kMasked) {
        EXPECT_EQ(found, kMasked);
      } else {
        EXPECT_FLOAT_EQ(found, b(i, j) - a(i, j));
      }
    }
  }
  EXPECT_TRUE(heatmaps[2].colormap->diverging);
  EXPECT_EQ(heatmaps[2].shading.range.low, -heatmaps[2].shading.range.high);
  EXPECT_EQ(heatmaps[2].word, "(b) − (a)");
  const std::string svg = svg_of(panels, {.letters = true});
  EXPECT_EQ(count_in(svg, ">(c) difference (b) − (a)<"), 1);
  EXPECT_EQ(count_in(svg, ">weight<"), 1);
  EXPECT_EQ(count_in(svg, ">(b) − (a)<"), 1);
}

TEST(PanelsFigure, ADifferenceThatCannotBeHadIsRefusedInWords) {
  const FigurePanel one = panel_of(at_temperature(1));
  Scene fewer = at_temperature(1), other = at_temperature(1);
  other.tokens[0] = "A";
  fewer.tokens.pop_back();
  fewer.embeddings = Matrix(fewer.embeddings->topRows(5));
  fewer.values = Cow<Matrix>(Matrix((*fewer.values)->topRows(5)));
  const auto says = [](const std::string& words, const std::string& part) {
    EXPECT_NE(words.find(part), std::string::npos) << words;
  };
  says(refusal({one, difference()}), "expected two panels before it, found 1");
  says(refusal({one, panel_of(fewer), difference()}), "the same queries in both");
  says(refusal({one, panel_of(fewer), difference()}), "found 6 and 5");
  says(refusal({one, panel_of(other), difference()}), "found other ones");
  says(refusal({one, panel_of(at_temperature(1), "scores"), difference()}),
       "the same view in both panels before it, found weights and scores");
  says(refusal({one, panel_of(at_temperature(1), "plane"), difference()}), "found plane");
  says(refusal({one, one, difference(), difference()}), "found another difference");
}

TEST(PanelsFigure, SaysWhatWasSet) {
  std::vector<FigurePanel> panels = {panel_of(at_temperature(1)), panel_of(at_temperature(0.5F)),
                                     difference()};
  const PanelWords words = words_of_panels(panels, true);
  EXPECT_EQ(words.all,
            "Weights · The sleepy child reads a book · Dot product · softmax. (a) T = 1. "
            "(b) T = 0.5. (c) difference (b) − (a).");
  panels[0].title = "before";
  EXPECT_EQ(words_of_panels(panels, false).titles[0], "before");
  PanelsOptions options{.letters = true};
  options.figure.caption_of_settings = true;
  const Drawing drawing = draw_panels(panels, options, 1);
  EXPECT_NE(drawing.description.find("(a) before · T = 1."), std::string::npos);
  EXPECT_NE(svg_figure(drawing).find("softmax. (a)"), std::string::npos);
}

TEST(PanelsFigure, KeepsItsTypeOnPaperOrSaysWhatItNeeds) {
  int drawn = 0;
  for (const PaperFormat& format : paper_formats()) {
    for (const int columns : {0, 1, 2, 3}) {
      for (const char* second : {"weights", "scores", "plane"}) {
        SCOPED_TRACE(std::string(format.id) + " " + std::to_string(columns) + " " + second);
        PanelsOptions options{.columns = columns, .letters = true};
        options.figure.width_inches = format.width;
        options.figure.height_inches = format.height;
        options.figure.font_size = format.type * 96 / 72;
        const std::vector<FigurePanel> panels = {panel_of(at_temperature(1)),
                                                 panel_of(at_temperature(0.5F), second)};
        try {
          const Drawing drawing = draw_panels(panels, options, 1);
          EXPECT_NEAR(drawing.pixel_width(), format.width * 96, 1);
          ++drawn;
        } catch (const OptionError& error) {
          const std::string said = error.what();
          EXPECT_NE(said.find("needs at least "), std::string::npos) << said;
        }
      }
    }
  }
  EXPECT_GT(drawn, 30);
}

TEST(PanelsFigure, PutsTheLegendBelowWhereItHasNoRoomBeside) {
  PanelsOptions options{.columns = 2, .letters = true};
  options.figure.width_inches = 3.3;
  options.figure.font_size = 8.0 * 96 / 72;
  const std::vector<FigurePanel> two = {panel_of(at_temperature(1)),
                                        panel_of(at_temperature(0.5F))};
  const Drawing column = draw_panels(two, options, 1);
  EXPECT_NEAR(column.pixel_width(), 3.3 * 96, 1);
  const std::string below = svg_figure(column);
  EXPECT_EQ(count_in(below, ">weight<"), 1);
  EXPECT_EQ(count_in(below, ">(b) T = 0.5<"), 1);
  options.figure.width_inches = 6.75;
  const Drawing wide = draw_panels(two, options, 1);
  EXPECT_GT(column.height / column.width, wide.height / wide.width);
}

TEST(PanelsFigure, SaysWhereItsPixelsStandForSeveralCells) {
  const std::vector<FigurePanel> panels(2, panel_of(test::scene_of_size(700, 1)));
  PanelsOptions options{.columns = 2};
  options.figure.width_inches = 3.3;
  const auto says = [&] { return count_in(svg_of(panels, options), "ach pixel the largest of"); };
  EXPECT_EQ(says(), 1);
  options.figure.caption = "Two heads.";
  EXPECT_EQ(says(), 1);
  options.figure.width_inches = 12;
  EXPECT_EQ(says(), 0);
}

TEST(PanelsFigure, AnyViewCanBeAPanel) {
  for (const FigureView& view : figure_view_table()) {
    if (view.id == "curve") continue;  // the scene has none
    SCOPED_TRACE(view.id);
    const std::vector<FigurePanel> panels = {panel_of(at_temperature(1)),
                                             panel_of(at_temperature(1), view.id.data())};
    EXPECT_GT(draw_panels(panels, {.columns = 2, .letters = true}, 1).height, 100);
  }
}

TEST(PanelsFigure, HasNoLettersButItsOwn) {
  const std::vector<FigurePanel> panels = {panel_of(at_temperature(1), "heads"),
                                           panel_of(at_temperature(1), "links"),
                                           panel_of(at_temperature(1), "graph")};
  for (const char* letter : {"(a)", "(b)"}) EXPECT_EQ(count_in(svg_of(panels), letter), 0);
}

TEST(PanelsFigure, TheSamePanelsGiveTheSameBytes) {
  const std::vector<FigurePanel> panels = {panel_of(at_temperature(1)),
                                           panel_of(at_temperature(2))};
  EXPECT_EQ(svg_of(panels), svg_of(panels));
}

}  // namespace
}  // namespace attn::panels_figure_test
