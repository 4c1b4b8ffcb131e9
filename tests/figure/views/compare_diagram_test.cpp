#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/views/diagrams.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"

namespace attn::compare_diagram_test {
namespace {

using test::named_matrices;
using test::scene_of_size;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

ViewState three_normalizers() {
  ViewState state;
  state.options.compare.panels = {{"dot", "softmax"}, {"dot", "entmax15"}, {"dot", "sparsemax"}};
  return state;
}

TEST(CompareDiagram, ShowsTheEnginesWeightsOnOneRange) {
  const FigureRuler ruler;
  const auto evaluation = evaluated(test::masked_child());
  for (const char* range : {"fixed", "shared", "log"}) {
    ViewState state = three_normalizers();
    state.options.range = range;
    const auto matrices = named_matrices(compare_diagram(
        {.evaluation = evaluation, .state = state, .shown = Cell{2, 1}, .ruler = ruler}));
    ASSERT_EQ(matrices.size(), 3U);
    const auto expected = compare(evaluation, state.options.compare.panels);
    for (std::size_t n = 0; n < 3; ++n) {
      EXPECT_EQ(*matrices[n].values, (*expected)[n].evaluation->trace.heads[0].weights);
      EXPECT_EQ(*matrices[n].scores, (*expected)[n].evaluation->trace.heads[0].scores);
      EXPECT_EQ(matrices[n].range, matrices[0].range) << range;
      EXPECT_TRUE(matrices[n].is_pairs);
    }
  }
}

TEST(CompareDiagram, ShowsTheDifferenceOfTwoInColoursAboutZero) {
  const FigureRuler ruler;
  const auto evaluation = evaluated(test::masked_child());
  ViewState state;
  state.options.compare = {{{"dot", "softmax"}, {"dot", "sparsemax"}}, true};
  const auto drawn = [&] {
    return named_matrices(compare_diagram(
        {.evaluation = evaluation, .state = state, .shown = Cell{2, 1}, .ruler = ruler}));
  };
  const auto matrices = drawn();
  ASSERT_EQ(matrices.size(), 3U);
  EXPECT_EQ(matrices[2].name, "compare.difference");
  const auto made = compare(evaluation, state.options.compare.panels);
  EXPECT_EQ(*matrices[2].values, *weight_difference(made, 0));
  EXPECT_TRUE(matrices[2].colormap->diverging);
  EXPECT_EQ(matrices[2].range.low, -matrices[2].range.high);
  EXPECT_EQ(matrices[2].area.width, matrices[0].area.width);
  EXPECT_TRUE(matrices[2].is_pairs) << "pointing at it says its number";
  state.options.compare.panels.push_back({"dot", "entmax15"});
  EXPECT_EQ(drawn().size(), 3U) << "of three it would not say of which";
  EXPECT_EQ(drawn()[2].name, "compare.panel[2]");
  const ViewTable table = view_table(evaluation, "compare", [&] {
    state.options.compare.panels.pop_back();
    return state;
  }());
  ASSERT_EQ(table.layers.size(), 3U);
  EXPECT_EQ(table.layers[2].name, "B − A");
}

TEST(CompareDiagram, StaysInsideItsRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    const auto evaluation = evaluated(scene_of_size(tokens, 2));
    for (const std::size_t count : {2U, 4U}) {
      for (const auto& [width, height] : {std::pair(900.0, 420.0), std::pair(430.0, 150.0)}) {
        SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(count) + " panels, " +
                     std::to_string(width));
        ViewState state;
        state.options.compare.panels.assign(count, {"cosine", "sparsemax"});
        const Diagram diagram = compare_diagram({.evaluation = evaluation,
                                                 .state = state,
                                                 .width = width,
                                                 .height = height,
                                                 .shown = Cell{0, 0},
                                                 .ruler = ruler});
        EXPECT_LE(diagram.height, height + 1);
        test::expect_inside(diagram, ruler, width, height);
      }
    }
  }
}

TEST(CompareDiagram, SaysWhereAKindCanNotBeHad) {
  const FigureRuler ruler;
  ViewState state = three_normalizers();
  state.options.compare.panels[1].score = "odd";
  const Diagram diagram = compare_diagram(
      {.evaluation = evaluated(test::first_example()), .state = state, .ruler = ruler});
  EXPECT_EQ(named_matrices(diagram).size(), 2U);
  const bool is_said = std::ranges::any_of(diagram.marks, [](const Mark& mark) {
    const auto* text = std::get_if<TextMark>(&mark);
    return text && text->text.starts_with("Not available: there is no odd");
  });
  EXPECT_TRUE(is_said);
}

/// As it is, and under three settings: a sink, another mask, a way to be uniform.
ViewState settings() {
  ViewState state;
  state.options.compare.panels = {
      {"", ""},
      {"", "", "with a sink of 7", {{"/heads/0/sink", "7"}}},
      {"", "", "without masks", {{"/masks", "null"}}},
      {"", "sparsemax", "sparse, sink of 12", {{"/heads/0/sink", "12"}}}};
  state.selection = Cell{5, 3};
  return state;
}

TEST(CompareDiagram, DrawsWhatSinksTake) {
  const FigureRuler ruler;
  const ViewState state = settings();
  const auto evaluation = evaluated(test::masked_child());
  const Diagram diagram = compare_diagram(
      {.evaluation = evaluation, .state = state, .shown = Cell{5, 3}, .ruler = ruler});
  const auto made = compare(evaluation, state.options.compare.panels);
  int sinks = 0;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (!matrix || !matrix->name.ends_with(".sink")) continue;
    const std::size_t n = matrix->name == "compare.panel[1].sink" ? 1 : 3;
    const Matrix& weights = (*made)[n].evaluation->trace.heads[0].weights;
    for (Index i = 1; i < weights.rows(); ++i) {
      EXPECT_NEAR((*matrix->values)(i, 0), 1 - weights.row(i).sum(), 1e-6F) << n;
    }
    EXPECT_EQ((*matrix->values)(0, 0), 0) << "sees no key";
    ++sinks;
  }
  EXPECT_EQ(sinks, 2);
  // How far a panel is from the first is said, and so.
  const Matrix apart =
      (*made)[2].evaluation->trace.heads[0].weights - (*made)[0].evaluation->trace.heads[0].weights;
  const std::string words =
      "up to " + fixed(static_cast<double>(apart.cwiseAbs().maxCoeff()), 2) + " from the first";
  EXPECT_TRUE(std::ranges::any_of(diagram.marks, [&](const Mark& mark) {
    const auto* text = std::get_if<TextMark>(&mark);
    return text && text->text.find(words) != std::string::npos;
  })) << words;
}

TEST(CompareDiagram, SettingsStayInsideTheirRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64}) {
    ViewState state = settings();
    state.options.compare.panels[2].changes = {{"/heads/0/sunk", "1"}};
    for (const auto& [width, height] : {std::pair(900.0, 420.0), std::pair(430.0, 190.0)}) {
      SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(width));
      const Diagram diagram = compare_diagram({.evaluation = evaluated(scene_of_size(tokens, 2)),
                                               .state = state,
                                               .width = width,
                                               .height = height,
                                               .shown = Cell{0, 0},
                                               .names = false,
                                               .ruler = ruler});
      EXPECT_LE(diagram.height, height + 1);
      test::expect_inside(diagram, ruler, width, height);
    }
  }
}

TEST(CompareDiagram, FourSettingsLookAsTheyDid) {
  const test::TemporaryFolder folder;
  const Scene scene = test::masked_child();
  FigureOptions options;
  options.view = "compare";
  options.state = settings();
  write_figure(scene, evaluate(scene), options, folder / "a.png");
  test::expect_picture(test::load_png(folder / "a.png"), "figure/golden/compare-settings.png", 64,
                       0.05);
}

TEST(CompareDiagram, LooksAsItDid) {
  const test::TemporaryFolder folder;
  const Scene scene = test::masked_child();
  FigureOptions options;
  options.view = "compare";
  options.state = three_normalizers();
  options.state.selection = Cell{5, 3};
  write_figure(scene, evaluate(scene), options, folder / "a.png");
  test::expect_picture(test::load_png(folder / "a.png"), "figure/golden/compare.png", 64, 0.05);
}

}  // namespace
}  // namespace attn::compare_diagram_test
