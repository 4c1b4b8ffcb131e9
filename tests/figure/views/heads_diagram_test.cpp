#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/views/diagrams.h"
#include "assets/assets.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::heads_diagram_test {
namespace {

TEST(HeadsDiagram, MeanEntropyIsThatOfTheRowsThatSee) {
  Matrix weights(3, 4);
  weights << 0.25F, 0.25F, 0.25F, 0.25F, 1, 0, 0, 0, 0, 0, 0, 0;
  EXPECT_NEAR(summary_of(weights).entropy, std::log(4) / 2, 1e-7);
  EXPECT_EQ(summary_of(Matrix::Zero(2, 2)).entropy, 0);
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
    EXPECT_EQ(matrices[h].range, (ColorRange{-range_end(largest), range_end(largest)}));
  }
  EXPECT_LE(diagram.height, 521);
}

/// The words over the panels, and how far each bracket reaches: from the left of its first line to
/// the right of its last.
struct Bracket {
  std::string words;
  double left = 0, right = 0;
};
std::vector<Bracket> brackets_of(const Diagram& diagram) {
  std::vector<Bracket> brackets;
  std::vector<double> ends;
  for (const Mark& mark : diagram.marks) {
    const auto* line = std::get_if<LineMark>(&mark);
    const bool is_level = line && line->points.size() > 2;
    if (is_level) ends.push_back(line->points[ends.size() % 2 == 0 ? 0 : 2].x);
    const auto* text = std::get_if<TextMark>(&mark);
    const bool is_said = text && ends.size() == 2 && text->align == 0.5;
    if (!is_said) continue;
    brackets.push_back({text->text, ends[0], ends[1]});
    ends.clear();
  }
  return brackets;
}

TEST(HeadsDiagram, BracketsReachOverTheHeadsThatShareKeys) {
  const FigureRuler ruler;
  Scene scene = of_size(5, 6);
  scene.heads[1].keys_of = 0;
  scene.heads[2].keys_of = 0;
  scene.heads[5].keys_of = 4;  // and head 3 shares its keys with none
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  for (const bool are_outputs : {false, true}) {
    ViewState state;
    state.options.heads.are_outputs = are_outputs;
    const Diagram diagram = heads_diagram({.evaluation = evaluation,
                                           .state = state,
                                           .width = 1200,
                                           .height = are_outputs ? 200.0 : 400.0,
                                           .ruler = ruler});
    const auto matrices = matrices_of(diagram);
    const auto brackets = brackets_of(diagram);
    const std::string what = are_outputs ? "values" : "keys";
    ASSERT_EQ(brackets.size(), 2U);
    EXPECT_EQ(brackets[0].words, what + " of head 0");
    EXPECT_EQ(brackets[1].words, what + " of head 4");
    // In one line, from the first panel of the group to its last.
    ASSERT_EQ(matrices[0].area.y, matrices[5].area.y);
    EXPECT_LT(brackets[0].left, matrices[0].area.x);
    EXPECT_GT(brackets[0].right, matrices[2].area.right());
    EXPECT_LT(brackets[0].right, matrices[3].area.x);
    EXPECT_GT(brackets[1].left, matrices[3].area.right());
    EXPECT_LT(brackets[1].left, matrices[4].area.x);
    EXPECT_GT(brackets[1].right, matrices[5].area.right());
  }
}

TEST(HeadsDiagram, EachLineHasBracketsOfItsOwn) {
  const FigureRuler ruler;
  Scene scene = of_size(5, 8);
  for (std::size_t h = 1; h < 8; ++h) scene.heads[h].keys_of = 0;
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  const auto brackets =
      brackets_of(heads_diagram({.evaluation = evaluation, .width = 700, .ruler = ruler}));
  ASSERT_EQ(brackets.size(), 2U);
  EXPECT_EQ(brackets[0].words, "keys of head 0");
  EXPECT_EQ(brackets[1].words, "keys of head 0");
  EXPECT_EQ(brackets[0].left, brackets[1].left);
}

TEST(HeadsDiagram, HeadsThatShareNothingHaveNoBracket) {
  const FigureRuler ruler;
  const Scene scene = of_size(5, 3);
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  EXPECT_TRUE(
      brackets_of(heads_diagram({.evaluation = evaluation, .width = 700, .ruler = ruler})).empty());
}

/// As in Weights: what a sink takes of each row, beside the head's matrix and on its scale.
TEST(HeadsDiagram, SinksHaveAColumnBesideTheirHeads) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64}) {
    for (const std::size_t heads : {2U, 3U, 32U}) {
      Scene scene = of_size(tokens, heads);
      scene.heads[1].sink = 0.5F;
      const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
      const Diagram diagram =
          heads_diagram({.evaluation = evaluation, .width = 700, .height = 520, .ruler = ruler});
      EXPECT_LE(diagram.height, 521);
      const auto matrices = matrices_of(diagram);
      ASSERT_EQ(matrices.size(), heads + 1);
      const MatrixMark &weights = matrices[1], &sink = matrices[2];
      EXPECT_EQ(sink.name, "heads.head[1].cells.sink");
      EXPECT_EQ(sink.range, weights.range);
      EXPECT_EQ(sink.area.y, weights.area.y);
      EXPECT_EQ(sink.area.height, weights.area.height);
      EXPECT_GT(sink.area.x, weights.area.right());
      EXPECT_GE(sink.area.width, 1);
      for (const Target& target : diagram.targets) {
        if (target.name != "heads.head[1]") continue;
        EXPECT_LT(sink.area.right(), target.box.right());
      }
      for (Index i = 0; i < tokens; ++i) {
        EXPECT_NEAR(
            static_cast<double>((*sink.values)(i, 0)) + weights.values->row(i).cast<double>().sum(),
            1, 1e-6);
      }
      // Heads with and without one are drawn alike.
      EXPECT_EQ(matrices[0].area.width, weights.area.width);
    }
  }
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
