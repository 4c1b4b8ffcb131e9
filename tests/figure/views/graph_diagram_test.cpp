#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/graph_arrows.h"
#include "engine/attention/mask.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/diagram_room.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::graph_diagram_test {
namespace {

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

Scene scene_of(Index tokens, const std::string& word = "word") {
  Scene scene;
  for (Index n = 0; n < tokens; ++n) scene.tokens.push_back(word + std::to_string(n));
  scene.embeddings = test::Random(test::case_seed(tokens, word)).matrix(tokens, 4);
  return scene;
}

TEST(GraphArrows, OfFewTokensAreAllThatCanBeSeen) {
  Matrix weights(3, 3);
  weights << 0.5F, 0.497F, 0.003F, 1, 0, 0, 0, 0, 0;
  const auto arrows = graph_arrows(weights, 0, 0.1).arrows;
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_EQ(arrows[0].cell, (Cell{0, 1})) << "the weakest first";
  EXPECT_EQ(arrows[2].cell, (Cell{1, 0}));
  EXPECT_EQ(arrows[2].weight, 1);
}

TEST(GraphArrows, OfMoreTokensAreTheStrongestUpToTheShare) {
  Matrix weights = Matrix::Zero(20, 20);
  for (Index i = 0; i < 20; ++i) {
    weights(i, i) = 0.6F;
    weights(i, (i + 1) % 20) = 0.3F;
    weights(i, (i + 2) % 20) = 0.1F;
  }
  std::size_t of_query = 0, of_others = 0;
  const GraphArrows graph = graph_arrows(weights, 4, 0.7);
  for (const GraphArrow& arrow : graph.arrows) {
    ++(arrow.cell.query == 4 ? of_query : of_others);
  }
  EXPECT_EQ(of_query, 3U);
  EXPECT_EQ(of_others, 19U * 2);
}

TEST(GraphArrows, OfVeryManyTokensAreThoseOfTheQuery) {
  Matrix weights = Matrix::Constant(300, 300, 0.5F / 299);
  weights.diagonal().setConstant(0.5F);
  EXPECT_TRUE(shows_one_query(weights));
  const auto [arrows, drawn] = graph_arrows(weights, 7, 0.7);
  ASSERT_EQ(arrows.size(), 1U) << "299 that tie are too many";
  EXPECT_EQ(arrows[0].cell, (Cell{7, 7}));
  EXPECT_EQ(drawn.words("arrows"), "arrows of weight ≥ 0.5: 50 % of the mass");
  const GraphArrows none = graph_arrows(Matrix::Constant(300, 300, 1 / 300.F), 7, 0.7);
  EXPECT_TRUE(none.arrows.empty());
  EXPECT_EQ(none.drawn.words("arrows"), "no arrows: too many equal weights");
}

TEST(GraphArrows, BendToTheRightAndStopBeforeTheNodes) {
  const auto straight = bent_line({0, 0}, {100, 0}, 10, 20, 0);
  ASSERT_EQ(straight.size(), 2U);
  EXPECT_NEAR(straight[0].x, 10, 1e-9);
  EXPECT_NEAR(straight[1].x, 80, 1e-9);
  const auto there = bent_line({0, 0}, {100, 0}, 10, 10, 0.2);
  const auto back = bent_line({100, 0}, {0, 0}, 10, 10, 0.2);
  EXPECT_GT(there[there.size() / 2].y, 5) << "y is downwards: the right of who goes right";
  EXPECT_LT(back[back.size() / 2].y, -5);
  EXPECT_TRUE(bent_line({0, 0}, {10, 0}, 10, 10, 0).empty()) << "nodes that touch";
}

TEST(GraphDiagram, ALoneNameStandsBesideItsLoop) {
  const FigureRuler ruler;
  Scene scene = scene_of(1);
  scene.tokens = {"Sleepyhead"};
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  const Diagram diagram =
      graph_diagram({.evaluation = evaluation, .width = 600, .height = 400, .ruler = ruler});
  const DiscMark* loop = nullptr;
  const TextMark* name = nullptr;
  for (const Mark& mark : diagram.marks) {
    if (const auto* disc = std::get_if<DiscMark>(&mark); disc && !disc->fill) loop = disc;
    const auto* text = std::get_if<TextMark>(&mark);
    if (text && text->text == scene.tokens[0]) name = text;
  }
  ASSERT_TRUE(loop && name);
  EXPECT_GT(std::abs(name->at.y - loop->center.y), loop->radius + line_height(name->type) / 2);
}

TEST(GraphDiagram, ShowsTheWeightsOfTheTraceOnly) {
  const FigureRuler ruler;
  Scene scene = scene_of(5);
  Mask graph;
  graph.kind = &mask_kind("graph");
  graph.edges = std::vector<std::pair<int, int>>{{0, 1}, {1, 2}, {4, 3}};
  graph.self_loops = false;
  scene.masks = {graph};
  const auto evaluation = evaluated(scene);
  const Diagram diagram =
      graph_diagram({.evaluation = evaluation, .width = 720, .height = 420, .ruler = ruler});
  std::vector<std::string> lines;
  for (const LineTarget& line : diagram.line_targets) lines.push_back(line.name);
  std::ranges::sort(lines);
  EXPECT_EQ(lines,
            (std::vector<std::string>{"graph.edge[0][1]", "graph.edge[1][2]", "graph.edge[4][3]"}));
  const auto matrix = std::ranges::find_if(
      diagram.marks, [](const Mark& mark) { return std::holds_alternative<MatrixMark>(mark); });
  ASSERT_NE(matrix, diagram.marks.end());
  EXPECT_EQ(std::get<MatrixMark>(*matrix).values.get(), &evaluation->trace.heads[0].weights);
}

TEST(GraphDiagram, AnArrowGoesFromTheKeyToTheQuery) {
  const FigureRuler ruler;
  Scene scene = scene_of(2);
  Mask graph;
  graph.kind = &mask_kind("graph");
  graph.edges = std::vector<std::pair<int, int>>{{1, 0}};
  graph.self_loops = false;
  scene.masks = {graph};
  ViewInput input{.evaluation = evaluated(scene), .width = 300, .height = 300, .ruler = ruler};
  input.state.options.graph.nodes = {{0, 0.1, 0.5}, {1, 0.9, 0.5}};
  const Diagram diagram = graph_diagram(input);
  ASSERT_EQ(diagram.line_targets.size(), 1U);
  EXPECT_LT(diagram.line_targets[0].points.front().x, diagram.line_targets[0].points.back().x);
}

TEST(GraphDiagram, SaysWhatASinkTakes) {
  const FigureRuler ruler;
  Scene scene = scene_of(5);
  const auto says_sink = [&] {
    const Diagram diagram = graph_diagram(
        {.evaluation = evaluated(scene), .width = 700, .height = 400, .ruler = ruler});
    return std::ranges::any_of(diagram.marks, [](const Mark& mark) {
      const auto* text = std::get_if<TextMark>(&mark);
      return text && text->text.starts_with("the sink takes 0.");
    });
  };
  EXPECT_FALSE(says_sink());
  scene.heads[0].sink = 1;
  EXPECT_TRUE(says_sink());
}

TEST(GraphDiagram, IsReadableAtEverySize) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const char* word : {"", "word"}) {
      Scene scene = scene_of(tokens, word);
      scene.heads.resize(tokens == 6 ? 32 : 1);
      for (const bool is_cross : {false, true}) {
        if (is_cross) scene.queries = Queries{{"a", "b", "c"}, Matrix(Matrix::Identity(3, 4))};
        const auto evaluation = evaluated(scene);
        for (const auto& [width, height] :
             {std::pair{300.0, 140.0}, {430.0, 200.0}, {720.0, 480.0}}) {
          SCOPED_TRACE(std::to_string(tokens) + " tokens at " + std::to_string(width));
          const Diagram diagram = graph_diagram({.evaluation = evaluation,
                                                 .width = width,
                                                 .height = height,
                                                 .shown = Cell{0, tokens - 1},
                                                 .ruler = ruler});
          test::expect_readable(diagram, ruler, height);
          for (const Target& target : diagram.targets) {
            EXPECT_GE(target.box.x, -1);
            EXPECT_LE(target.box.right(), width + 1);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace attn::graph_diagram_test
