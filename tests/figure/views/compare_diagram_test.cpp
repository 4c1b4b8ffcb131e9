#include "app/figure/views/compare_diagram.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/numbers/comparison.h"
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
    return text && text->text.starts_with("Not here: there is no odd");
  });
  EXPECT_TRUE(is_said);
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
