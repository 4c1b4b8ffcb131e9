#include <algorithm>

#include <gtest/gtest.h>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/views/diagrams.h"
#include "engine/attention/combine.h"
#include "engine/attention/kinds.h"
#include "engine/reference/check.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/diagram_room.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"

namespace attn::outputs_diagram_test {
namespace {

using test::find_matrix;
using test::named_matrices;
using test::scene_of_size;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(OutputsDiagram, ShowsTheTraceOnOneRangeAndTheWeightsOnTheirs) {
  const FigureRuler ruler;
  Scene scene = scene_of_size(6, 2);
  scene.combine.w_o = test::Random(2).uniform(6, 5);
  const auto evaluation = evaluated(scene);
  const Trace& trace = evaluation->trace;
  ViewState state;
  state.head = 1;
  const auto matrices = named_matrices(outputs_diagram(
      {.evaluation = evaluation, .state = state, .shown = Cell{2, 4}, .ruler = ruler}));
  ASSERT_EQ(matrices.size(), 7U);
  EXPECT_EQ(*find_matrix(matrices, "outputs.weights")->values, trace.heads[1].weights.row(2));
  EXPECT_EQ(find_matrix(matrices, "outputs.weights")->range, (ColorRange{0, 1}));
  EXPECT_EQ(find_matrix(matrices, "outputs.values")->values.get(), &trace.heads[1].v);
  EXPECT_EQ(*find_matrix(matrices, "outputs.row")->values, trace.heads[1].output.row(2));
  EXPECT_EQ(find_matrix(matrices, "outputs.head[0]")->values.get(), &trace.heads[0].output);
  EXPECT_EQ(find_matrix(matrices, "outputs.head[1]")->values.get(), &trace.heads[1].output);
  EXPECT_EQ(find_matrix(matrices, "outputs.w_o")->values.get(), &**evaluation->scene.combine.w_o);
  EXPECT_EQ(find_matrix(matrices, "outputs.combined")->values.get(), &*trace.output);
  const ColorRange all =
      symmetric_range({&trace.heads[0].output, &trace.heads[1].output, &trace.heads[0].v,
                       &trace.heads[1].v, &*trace.output, &**evaluation->scene.combine.w_o});
  for (const MatrixMark& matrix : matrices) {
    if (matrix.name == "outputs.weights") continue;
    EXPECT_EQ(matrix.range, all) << matrix.name;
  }
}

TEST(OutputsDiagram, ShowsWhatTheHeadsBecomeWhereThatDiffersFromThem) {
  const FigureRuler ruler;
  for (const CombineKind& kind : combine_kinds()) {
    SCOPED_TRACE(kind.id);
    Scene scene = scene_of_size(6, 2);
    scene.combine.kind = &kind;
    test::Random random(test::case_seed(kind.id));
    if (kind.joins == Joins::kByNumber) scene.combine.w = random.row(2);
    if (kind.joins == Joins::kByMatrix) {
      scene.combine.projections = {random.uniform(3, 4), random.uniform(3, 4)};
    }
    ASSERT_FALSE(check(scene));
    const Diagram diagram = outputs_diagram({.evaluation = evaluated(scene), .ruler = ruler});
    const bool is_new = kind.joins != Joins::kBeside && kind.joins != Joins::kNotAtAll;
    EXPECT_EQ(find_matrix(named_matrices(diagram), "outputs.combined") != nullptr, is_new);
    const std::vector<std::string> said = test::lines_said(diagram, ruler);
    EXPECT_EQ(std::ranges::count(said, "no W_O: side by side they are the output"),
              kind.joins == Joins::kBeside ? 1 : 0);
  }
}

TEST(OutputsDiagram, HeadsStandSideBySideAsLargeAsEachOther) {
  const FigureRuler ruler;
  Scene scene = scene_of_size(6, 3);
  scene.heads[1].w_v = test::Random(2).uniform(4, 1);
  const auto matrices = named_matrices(outputs_diagram(
      {.evaluation = evaluated(scene), .width = 900, .height = 480, .ruler = ruler}));
  const MatrixMark& first = *find_matrix(matrices, "outputs.head[0]");
  double right = 0;
  for (const char* name : {"outputs.head[0]", "outputs.head[1]", "outputs.head[2]"}) {
    const MatrixMark& head = *find_matrix(matrices, name);
    EXPECT_EQ(head.area.y, first.area.y) << name;
    EXPECT_NEAR(head.cell_width(), first.cell_width(), 1e-9) << name;
    EXPECT_GT(head.area.x, right) << name;
    right = head.area.right();
  }
}

TEST(OutputsDiagram, FewColumnsAreNoStripeInAnEmptyRoom) {
  const FigureRuler ruler;
  constexpr double kWidth = 700;
  double before = 0;
  for (const Index columns : {1, 2, 3}) {
    Scene scene = scene_of_size(6, 1);
    scene.heads[0].w_v = test::Random(2).uniform(4, columns);
    const Diagram diagram = outputs_diagram(
        {.evaluation = evaluated(scene), .width = kWidth, .height = 600, .ruler = ruler});
    const auto matrices = named_matrices(diagram);
    const Rect& area = find_matrix(matrices, "outputs.head[0]")->area;
    EXPECT_GT(area.width, kWidth / 2) << columns;
    EXPECT_LT(area.width, kWidth) << columns;
    EXPECT_GE(area.width, before - 1e-9) << "no column more makes it narrower";
    before = area.width;
    const auto said = test::lines_said(diagram, ruler);
    EXPECT_EQ(std::ranges::count(said, "Output of every query"), 1);
  }
}

TEST(OutputsDiagram, StaysInsideItsRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const std::size_t heads : {1U, 3U, 32U}) {
      Scene scene = scene_of_size(tokens, heads);
      if (heads == 3) scene.combine.w_o = test::Random(test::case_seed(tokens)).uniform(9, 7);
      const auto evaluation = evaluated(scene);
      for (const auto& [width, height] : {std::pair(900.0, 480.0), std::pair(430.0, 200.0)}) {
        SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(heads) + " heads, " +
                     std::to_string(width));
        const Diagram diagram = outputs_diagram({.evaluation = evaluation,
                                                 .width = width,
                                                 .height = height,
                                                 .shown = Cell{0, 0},
                                                 .ruler = ruler});
        test::expect_inside(diagram, ruler, width, height);
        test::expect_readable(diagram, ruler, height);
      }
    }
  }
}

TEST(OutputsDiagram, CellsAndTheirNumbersGrowWithTheStage) {
  const FigureRuler ruler;
  const auto evaluation = evaluated(scene_of_size(6, 2));
  const auto matrix_at = [&](double width, double height) {
    const auto matrices = named_matrices(outputs_diagram(
        {.evaluation = evaluation, .width = width, .height = height, .ruler = ruler}));
    return *find_matrix(matrices, "outputs.head[0]");
  };
  const MatrixMark small = matrix_at(560, 460), drawn = matrix_at(760, 690),
                   large = matrix_at(1400, 1000);
  EXPECT_EQ(small.number, Type::small);
  EXPECT_GE(drawn.cell_height(), 44) << "as outputs.png has it";
  EXPECT_EQ(drawn.number, Type::body);
  EXPECT_GT(large.cell_height(), drawn.cell_height());
  EXPECT_EQ(large.number, Type::cell);
  EXPECT_LE(matrix_at(0, 0).cell_height(), 34) << "a figure is as high as it has to be";
}

/// The tokens below the weights.
std::vector<TextMark> weight_labels(const Diagram& diagram) {
  const auto matrices = named_matrices(diagram);
  const Rect row = find_matrix(matrices, "outputs.weights")->area;
  std::vector<TextMark> labels;
  for (const auto& mark : diagram.marks) {
    const auto* text = std::get_if<TextMark>(&mark);
    const bool is_below = text && text->at.y > row.bottom() && text->at.y < row.bottom() + 40;
    if (is_below && text->at.x > row.x && text->at.x < row.right() &&
        text->paint.ink != Ink::secondary)
      labels.push_back(*text);
  }
  return labels;
}

TEST(OutputsDiagram, TokensStandBelowTheirWeightsTurnedOnlyWhereThereIsNoRoom) {
  const FigureRuler ruler;
  Scene scene = scene_of_size(6, 1);
  scene.tokens = {"The", "Sleepy", "Child", "Reads", "A", "Book"};
  for (const Index columns : {1, 12}) {
    scene.heads[0].w_v = test::Random(2).uniform(4, columns);
    const auto labels = weight_labels(outputs_diagram(
        {.evaluation = evaluated(scene), .width = 524, .height = 660, .ruler = ruler}));
    ASSERT_EQ(labels.size(), 6U) << columns;
    for (const TextMark& label : labels) {
      EXPECT_EQ(label.turn, columns == 1 ? Turn::level : Turn::upwards);
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
