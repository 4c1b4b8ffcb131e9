#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/numbers/order_effect.h"
#include "app/figure/views/diagrams.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/support/case_seed.h"

namespace attn::symmetry_diagram_test {
namespace {

const FigureRuler kRuler;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(SymmetryDiagram, TellsBothNumbersAndLeadsEachRowToItsPlace) {
  const auto evaluation = evaluated(test::self_attention(6, 3));
  const auto symmetry = order_effect_of(evaluation, 1, 0);
  const Diagram diagram =
      symmetry_diagram({.evaluation = evaluation, .height = 500, .ruler = kRuler});
  std::vector<std::string> numbers;
  std::vector<MatrixMark> matrices;
  std::vector<LineMark> lines;
  for (const Mark& mark : diagram.marks) {
    const auto* text = std::get_if<TextMark>(&mark);
    if (text && text->type == Type::title) numbers.push_back(text->text);
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && !matrix->name.empty()) matrices.push_back(*matrix);
    if (const auto* line = std::get_if<LineMark>(&mark)) lines.push_back(*line);
  }
  EXPECT_EQ(numbers, (std::vector<std::string>{with_minus(brief(symmetry->without.largest(), 3)),
                                               with_minus(brief(symmetry->with.largest(), 3))}));
  ASSERT_EQ(matrices.size(), 4U);
  EXPECT_EQ(*matrices[0].values, *evaluation->trace.output);
  ASSERT_EQ(lines.size(), 12U);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto row = [](const MatrixMark& matrix, double y) {
      return static_cast<Index>((y - matrix.area.y) / matrix.cell_height());
    };
    EXPECT_EQ(row(matrices[0], lines[i].points[0].y), symmetry->order[i]);
    EXPECT_EQ(row(matrices[1], lines[i].points[1].y), static_cast<Index>(i));
    EXPECT_EQ(lines[i].paint.ink, Ink::good);
  }
}

TEST(SymmetryDiagram, SaysThatPositionsEndItWhereTheyDo) {
  const auto said = [](const Scene& scene) {
    std::string words;
    for (const Mark& mark :
         symmetry_diagram({.evaluation = evaluated(scene), .height = 500, .ruler = kRuler}).marks) {
      if (const auto* text = std::get_if<TextMark>(&mark)) words += text->text + " ";
    }
    return words;
  };
  Scene scene = test::self_attention(6, 3);
  EXPECT_NE(said(scene).find("Positions break this symmetry."), std::string::npos);
  // With equal values the attended key does not matter.
  scene.values = Matrix(Matrix::Ones(6, 2));
  EXPECT_NE(said(scene).find("Here this also holds with positions."), std::string::npos);
}

TEST(SymmetryDiagram, StaysInsideItsRoomAndNothingOverlaps) {
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const std::size_t heads : {1U, 32U}) {
      Scene scene = test::self_attention(tokens, 2);
      scene.heads.assign(heads, Head{});
      scene.masks = {Mask{}};
      const auto evaluation = evaluated(scene);
      for (const auto& [width, height] : {std::pair{430.0, 170.0}, {1100.0, 640.0}}) {
        const Diagram diagram = symmetry_diagram(
            {.evaluation = evaluation, .width = width, .height = height, .ruler = kRuler});
        EXPECT_EQ(test::misplaced(diagram, kRuler), "")
            << tokens << " tokens, " << heads << " heads in " << width << " x " << height;
      }
    }
  }
}

TEST(SymmetryDiagram, StaysInsideItsRoomForAllKinds) {
  for (int n = 0; n < 40; ++n) {
    test::Random random(test::case_seed(n));
    const auto evaluation = evaluated(test::random_scene(random));
    const Diagram diagram = symmetry_diagram({.evaluation = evaluation,
                                              .width = n % 2 ? 430.0 : 760.0,
                                              .height = n % 2 ? 200.0 : 420.0,
                                              .ruler = kRuler});
    EXPECT_EQ(test::misplaced(diagram, kRuler), "") << "scene " << n;
  }
}

}  // namespace
}  // namespace attn::symmetry_diagram_test
