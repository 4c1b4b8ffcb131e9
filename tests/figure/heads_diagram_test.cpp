#include "app/figure/heads_diagram.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/diagram_figure.h"
#include "tests/figure/figure_test.h"

namespace attn {
namespace {

TEST(HeadsDiagram, StrongestKeysHoldTheShare) {
  Matrix weights(2, 4);
  weights << 0.1F, 0.5F, 0.1F, 0.3F, 0, 0, 0, 0;
  EXPECT_EQ(strongest_keys(weights, 0, 0.7), (std::vector<Index>{1, 3}));
  EXPECT_EQ(strongest_keys(weights, 0, 0), (std::vector<Index>{1}));
  EXPECT_EQ(strongest_keys(weights, 0, 1), (std::vector<Index>{1, 3, 0, 2}));
  EXPECT_TRUE(strongest_keys(weights, 1, 0.7).empty());
}

TEST(HeadsDiagram, MeanEntropyIsThatOfTheRowsThatSee) {
  Matrix weights(3, 4);
  weights << 0.25F, 0.25F, 0.25F, 0.25F, 1, 0, 0, 0, 0, 0, 0, 0;
  EXPECT_NEAR(mean_entropy(weights), std::log(4) / 2, 1e-7);
  EXPECT_EQ(mean_entropy(Matrix::Zero(2, 2)), 0);
}

std::vector<MatrixMark> matrices_of(const Diagram& diagram) {
  std::vector<MatrixMark> matrices;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && !matrix->name.empty()) matrices.push_back(*matrix);
  }
  return matrices;
}

Scene of_size(Index tokens, std::size_t heads) {
  Scene scene;
  scene.tokens.assign(static_cast<std::size_t>(tokens), "word");
  scene.embeddings = Matrix::Random(tokens, 4).eval();
  scene.heads.assign(heads, Head{});
  return scene;
}

TEST(HeadsDiagram, ShowsEveryHeadOfTheTraceInsideItsRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const std::size_t heads : {1, 3, 32}) {
      const Scene scene = of_size(tokens, heads);
      const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
      const Diagram diagram =
          heads_diagram({.evaluation = evaluation, .width = 700, .height = 520, .ruler = ruler});
      const auto matrices = matrices_of(diagram);
      ASSERT_EQ(matrices.size(), heads);
      EXPECT_LE(diagram.height, 521);
      for (std::size_t h = 0; h < heads; ++h) {
        EXPECT_EQ(matrices[h].values.get(), &evaluation->trace.heads[h].weights);
        EXPECT_EQ(matrices[h].range, (ColorRange{0, 1}));
        EXPECT_GT(matrices[h].area.width, 0);
        EXPECT_LE(matrices[h].area.right(), 700);
      }
    }
  }
}

}  // namespace
}  // namespace attn
