#include "app/figure/views/heads_diagram.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/figure/files/diagram_figure.h"
#include "assets/assets.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::heads_diagram_test {
namespace {

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
  scene.embeddings = test::Random(test::case_seed(tokens, heads)).uniform(tokens, 4);
  scene.heads.assign(heads, Head{});
  return scene;
}

TEST(HeadsDiagram, ShowsEveryHeadOfTheTraceInsideItsRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const std::size_t heads : {1U, 3U, 32U}) {
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

TEST(HeadsDiagram, ShowsTheOutputsOnOneScale) {
  const FigureRuler ruler;
  const Scene scene = of_size(6, 3);
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  const Diagram diagram =
      head_outputs_diagram({.evaluation = evaluation, .width = 700, .height = 520, .ruler = ruler});
  const auto matrices = matrices_of(diagram);
  ASSERT_EQ(matrices.size(), 3U);
  float largest = 0;
  for (const HeadTrace& head : evaluation->trace.heads) {
    largest = std::max(largest, head.output.cwiseAbs().maxCoeff());
  }
  for (std::size_t h = 0; h < 3; ++h) {
    EXPECT_EQ(matrices[h].values.get(), &evaluation->trace.heads[h].output);
    EXPECT_EQ(matrices[h].range, (ColorRange{-largest, largest}));
  }
  EXPECT_LE(diagram.height, 521);
}

TEST(HeadsDiagram, LooksAsItDid) {
  const FigureRuler ruler;
  const Scene scene = parse_scene(asset("assets/examples/08-it.attn.json"));
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  ViewState state = parse_view(scene.view);
  for (const auto& [make, name] : {std::pair{&heads_diagram, "figure/golden/heads.png"},
                                   {&head_outputs_diagram, "figure/golden/head-outputs.png"}}) {
    const Diagram diagram = make({.evaluation = evaluation,
                                  .state = state,
                                  .width = 760,
                                  .height = 680,
                                  .shown = state.selection,
                                  .ruler = ruler});
    test::expect_picture(test::picture_of(drawing_of(diagram), 1), name, 64, 0.2);
  }
}

}  // namespace
}  // namespace attn::heads_diagram_test
