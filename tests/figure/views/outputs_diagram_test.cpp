#include "app/figure/views/outputs_diagram.h"

#include <gtest/gtest.h>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"

namespace attn::outputs_diagram_test {
namespace {

using test::find_matrix;
using test::named_matrices;
using test::scene_of_size;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(OutputsDiagram, ContributionsSumToTheOutput) {
  const Trace trace = evaluate(scene_of_size(9, 2));
  for (const HeadTrace& head : trace.heads) {
    for (Index i = 0; i < 9; ++i) {
      const Matrix products = contributions(head, i);
      EXPECT_TRUE(products.colwise().sum().isApprox(head.output.row(i), 1e-5F));
      EXPECT_TRUE(products.row(3).isApprox(head.weights(i, 3) * head.v.row(3)));
    }
  }
}

TEST(OutputsDiagram, ShowsTheTraceOnOneRange) {
  const FigureRuler ruler;
  const auto evaluation = evaluated(scene_of_size(6, 2));
  const Trace& trace = evaluation->trace;
  ViewState state;
  state.head = 1;
  const auto matrices = named_matrices(outputs_diagram(
      {.evaluation = evaluation, .state = state, .shown = Cell{2, 4}, .ruler = ruler}));
  ASSERT_EQ(matrices.size(), 6U);
  EXPECT_EQ(find_matrix(matrices, "outputs.head[0]")->values.get(), &trace.heads[0].output);
  EXPECT_EQ(find_matrix(matrices, "outputs.head[1]")->values.get(), &trace.heads[1].output);
  EXPECT_EQ(find_matrix(matrices, "outputs.combined")->values.get(), &*trace.output);
  EXPECT_EQ(find_matrix(matrices, "outputs.values")->values.get(), &trace.heads[1].v);
  EXPECT_EQ(*find_matrix(matrices, "outputs.row")->values, trace.heads[1].output.row(2));
  EXPECT_EQ(*find_matrix(matrices, "outputs.products")->values, contributions(trace.heads[1], 2));
  const ColorRange all = symmetric_range({&trace.heads[0].output, &trace.heads[1].output,
                                          &trace.heads[0].v, &trace.heads[1].v, &*trace.output});
  for (const MatrixMark& matrix : matrices) EXPECT_EQ(matrix.range, all) << matrix.name;
}

TEST(OutputsDiagram, StaysInsideItsRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const std::size_t heads : {1U, 3U, 32U}) {
      const auto evaluation = evaluated(scene_of_size(tokens, heads));
      for (const auto& [width, height] : {std::pair(900.0, 480.0), std::pair(430.0, 200.0)}) {
        SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(heads) + " heads, " +
                     std::to_string(width));
        const Diagram diagram = outputs_diagram({.evaluation = evaluation,
                                                 .width = width,
                                                 .height = height,
                                                 .shown = Cell{0, 0},
                                                 .ruler = ruler});
        test::expect_inside(diagram, ruler, width, height);
      }
    }
  }
}

TEST(OutputsDiagram, LooksAsItDid) {
  const test::TemporaryFolder folder;
  Scene scene = test::masked_child();
  scene.heads.resize(2);
  scene.heads[1].w_v = Cow<Matrix>(Matrix(Matrix::Constant(1, 2, -1)));
  FigureOptions options;
  options.view = "outputs";
  options.state.selection = Cell{5, 3};
  write_figure(scene, evaluate(scene), options, folder / "a.png");
  test::expect_picture(test::load_png(folder / "a.png"), "figure/golden/outputs.png", 64, 0.05);
}

}  // namespace
}  // namespace attn::outputs_diagram_test
