#include "app/figure/steps/steps_diagram.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/steps/pipeline.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/parts.h"
#include "tests/engine/random_scene.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/support/case_seed.h"

namespace attn::steps_diagram_test {
namespace {

const FigureRuler kRuler;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

/// The step of the worked example with all that a step may have, or of another scene.
ViewInput input_of(const std::shared_ptr<const Evaluation>& evaluation, int open,
                   double width = 900, double height = 520) {
  ViewInput input{.evaluation = evaluation, .width = width, .height = height, .ruler = kRuler};
  input.state.options.steps.open = open;
  return input;
}

std::vector<MatrixMark> named(const Diagram& diagram) {
  std::vector<MatrixMark> matrices;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && !matrix->name.empty()) matrices.push_back(*matrix);
  }
  return matrices;
}

const MatrixMark& find(const std::vector<MatrixMark>& matrices, const std::string& name) {
  const auto found = std::ranges::find(matrices, name, &MatrixMark::name);
  if (found == matrices.end()) throw std::runtime_error("there is no matrix " + name);
  return *found;
}

Scene two_heads() {
  Scene scene = test::sleepy_child();
  scene.queries.reset();
  test::Random random(3);
  scene.heads.assign(2, Head{});
  for (Head& head : scene.heads) {
    head.w_q = random.matrix(3, 2);
    head.w_k = random.matrix(3, 2);
    head.w_v = random.matrix(1, 2);
  }
  scene.score.kind = &score_kind("scaled_dot");
  scene.bias = random.matrix(6, 6);
  scene.masks = {Mask{}};
  scene.position.kind = &position_kind("sinusoidal");
  scene.combine.w_o = random.matrix(4, 3);
  return scene;
}

TEST(StepsDiagram, ShowsTheMatricesOfTheTrace) {
  const auto evaluation = evaluated(two_heads());
  const Trace& trace = evaluation->trace;
  const auto matrix = [&](int open, const std::string& name) {
    auto input = input_of(evaluation, open);
    input.state.head = 1;
    return find(named(steps_diagram(input)), name).values.get();
  };
  const HeadTrace& head = trace.heads[1];
  EXPECT_EQ(matrix(0, "steps.embeddings"), &*evaluation->scene.embeddings);
  EXPECT_EQ(matrix(1, "steps.position"), &*trace.position);
  EXPECT_EQ(matrix(1, "steps.x"), &trace.x);
  EXPECT_EQ(matrix(2, "steps.w_q"), &**evaluation->scene.heads[1].w_q);
  EXPECT_EQ(matrix(2, "steps.q"), &head.q);
  EXPECT_EQ(matrix(3, "steps.k"), &head.k);
  EXPECT_EQ(matrix(4, "steps.values"), &**evaluation->scene.values);
  EXPECT_EQ(matrix(4, "steps.v"), &head.v);
  EXPECT_EQ(matrix(6, "steps.scores"), &head.scores);
  EXPECT_EQ(matrix(7, "steps.weights"), &head.weights);
  EXPECT_EQ(matrix(8, "steps.head_output[1]"), &head.output);
  EXPECT_EQ(matrix(9, "steps.head_output[0]"), &trace.heads[0].output);
  EXPECT_EQ(matrix(9, "steps.w_o"), &**evaluation->scene.combine.w_o);
  EXPECT_EQ(matrix(9, "steps.output"), &*trace.output);
}

TEST(StepsDiagram, ScaleAndWhatIsAddedGiveTheScores) {
  const auto evaluation = evaluated(two_heads());
  const auto matrices = named(steps_diagram(input_of(evaluation, 6)));
  const Matrix& raw = *find(matrices, "steps.unscaled").values;
  const Matrix& shift = *find(matrices, "steps.shift").values;
  const Matrix& seen = *find(matrices, "steps.seen").values;
  const HeadTrace& head = evaluation->trace.heads[0];
  EXPECT_LE(test::distance(raw, head.q * head.k.transpose()), 1e-5);
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 6; ++j) {
      EXPECT_EQ(seen(i, j), j <= i ? 1.F : 0.F);
      if (j > i) continue;
      EXPECT_NEAR(raw(i, j) / std::sqrt(2.F) + shift(i, j), head.scores(i, j), 1e-5);
    }
  }
}

/// The words of the steps to the scores: how they are before their scale, and after it.
std::pair<std::string, std::string> words_of_scores(const Scene& scene) {
  const auto pipeline = pipeline_of(evaluated(scene), 0);
  const auto note_of = [&](Part part) {
    for (const PipelineStep& step : pipeline->steps) {
      if (step.result().matrices.front().where.part == part) return step.note;
    }
    throw std::runtime_error("there is no such step");
  };
  return {note_of(Part::unscaled), note_of(Part::scores)};
}

TEST(StepsDiagram, SaysThatScoresAreScaledWhereTheyAre) {
  constexpr std::string_view kScaled = "scaled in the next step";
  int scaled = 0;
  for (const ScoreKind& kind : score_kinds()) {
    for (const float scale : {1.F, 0.5F}) {
      Scene scene = test::self_attention(4, 3);
      scene.score.kind = &kind;
      if (takes(kind, "scale")) scene.score.scale = scale;
      if (takes_of_head(kind, "scores")) scene.heads[0].scores = test::Random(7).matrix(4, 4);
      const Trace trace = evaluate_plainly(scene);
      const Matrix unscaled = part_kind(Part::unscaled).made(scene, trace, 0);
      const bool is_scaled = unscaled != trace.heads[0].raw_scores();
      const auto [before, after] = words_of_scores(scene);
      EXPECT_EQ(before.find(kScaled) != before.npos, is_scaled) << kind.id << " " << before;
      EXPECT_EQ(after != "no scale, no bias, no mask: the scores are unchanged", is_scaled)
          << kind.id << " " << after;
      scaled += is_scaled;
    }
  }
  EXPECT_GE(scaled, 3) << "dot, scaled_dot and cosine";
}

/// The outlines on the matrices of the open step, as the cells that they hold.
std::vector<std::string> outlined(const Diagram& diagram) {
  std::vector<std::string> cells;
  for (const MatrixMark& matrix : named(diagram)) {
    for (const Mark& mark : diagram.marks) {
      const auto* rect = std::get_if<RectMark>(&mark);
      if (!rect || !rect->stroke || rect->line < 2 || rect->fill) continue;
      const Rect& r = rect->rect;
      if (r.x < matrix.area.x - 0.1 || r.right() > matrix.area.right() + 0.1 ||
          r.y < matrix.area.y - 0.1 || r.bottom() > matrix.area.bottom() + 0.1) {
        continue;
      }
      const auto at = [](double x, double cell) { return std::to_string(std::lround(x / cell)); };
      cells.push_back(matrix.name + " " + at(r.y - matrix.area.y, matrix.cell_height()) + "+" +
                      at(r.height, matrix.cell_height()) + ", " +
                      at(r.x - matrix.area.x, matrix.cell_width()) + "+" +
                      at(r.width, matrix.cell_width()));
    }
  }
  return cells;
}

TEST(StepsDiagram, OutlinesJustTheCellsThatFeedTheOneUnderTheMouse) {
  const auto evaluation = evaluated(two_heads());
  const auto cells = [&](int open, const std::string& name, Cell cell) {
    auto input = input_of(evaluation, open);
    const Diagram plain = steps_diagram(input);
    const auto matrices = named(plain);
    const auto matrix = std::ranges::find(matrices, name, &MatrixMark::name);
    input.pointed = PointedCell{name, cell};
    if (matrix != matrices.end()) input.pointed->where = matrix->where;
    return outlined(steps_diagram(input));
  };
  using Cells = std::vector<std::string>;
  EXPECT_EQ(cells(5, "steps.unscaled", {2, 4}),
            (Cells{"steps.q 2+1, 0+2", "steps.k 0+2, 4+1", "steps.unscaled 2+1, 4+1"}));
  EXPECT_EQ(cells(6, "steps.scores", {4, 2}),
            (Cells{"steps.unscaled 4+1, 2+1", "steps.shift 4+1, 2+1", "steps.seen 4+1, 2+1",
                   "steps.scores 4+1, 2+1"}));
  EXPECT_EQ(cells(7, "steps.weights", {3, 1}),
            (Cells{"steps.scores 3+1, 0+4", "steps.weights 3+1, 1+1"}))
      << "the causal mask leaves four";
  EXPECT_EQ(cells(8, "steps.head_output[0]", {2, 1}),
            (Cells{"steps.weights 2+1, 0+3", "steps.v 0+3, 1+1", "steps.head_output[0] 2+1, 1+1"}));
  EXPECT_EQ(cells(9, "steps.output", {5, 2}),
            (Cells{"steps.head_output[0] 5+1, 0+2", "steps.head_output[1] 5+1, 0+2",
                   "steps.w_o 0+4, 2+1", "steps.output 5+1, 2+1"}));
  EXPECT_TRUE(cells(5, "steps.weights", {0, 0}).empty()) << "not of the open step";
}

TEST(StepsDiagram, ThePinnedPairIsLitWhereTheStepIsOfPairs) {
  const auto evaluation = evaluated(two_heads());
  auto input = input_of(evaluation, 5);
  input.shown = Cell{2, 1};
  EXPECT_EQ(outlined(steps_diagram(input)).size(), 3U);
  input.state.options.steps.open = 8;
  EXPECT_TRUE(outlined(steps_diagram(input)).empty());
}

TEST(StepsDiagram, WhileItSlidesTwoStepsAreSeenAndNoneCanBePointedAt) {
  const auto evaluation = evaluated(two_heads());
  auto input = input_of(evaluation, 3);
  input.slide = -0.5;
  const Diagram diagram = steps_diagram(input);
  EXPECT_TRUE(named(diagram).empty());
  std::vector<std::string> titles;
  for (const Mark& mark : diagram.marks) {
    const auto* symbol = std::get_if<FormulaMark>(&mark);
    if (symbol && symbol->type == Type::title) titles.push_back(symbol->tex);
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"Q", "K"}));
}

const PipelineStep& step_of(const Pipeline& pipeline, Part part) {
  for (const PipelineStep& step : pipeline.steps) {
    if (step.result().matrices.front().where.part == part) return step;
  }
  throw std::runtime_error("there is no such step");
}

TEST(StepsDiagram, StepsHaveFormulasOfTheTables) {
  Scene scene = two_heads();
  for (const ScoreKind& kind : score_kinds()) {
    scene.score.kind = &kind;
    const bool is_given = takes_of_head(kind, "scores");
    for (Head& head : scene.heads) {
      head.scores.reset();
      if (is_given) head.scores = test::Random(7).matrix(6, 6);
    }
    const auto evaluation = evaluated(scene);
    const auto pipeline = pipeline_of(evaluation, 0);
    EXPECT_EQ(std::ssize(pipeline->steps), pipeline_step_count(scene, 0));
    EXPECT_EQ(step_of(*pipeline, Part::unscaled).formula.find("scale"), std::string::npos);
    EXPECT_EQ(pipeline->steps.back().formula, scene.combine.kind->formula);
    // Values of the scene's own and given scores are made of no embeddings.
    if (!is_given) {
      EXPECT_EQ(pipeline->steps[1].formula, scene.position.kind->formula);
    }
  }
}

/// A scene with tokens, heads and a combine as given.
Scene of_size(Index tokens, std::size_t heads, std::string_view combine) {
  Scene scene;
  test::Random random(test::case_seed(tokens, heads, combine));
  scene.tokens.clear();
  for (Index n = 0; n < tokens; ++n) scene.tokens.push_back("word" + std::to_string(n));
  scene.embeddings = random.matrix(tokens, 4);
  scene.heads.assign(heads, Head{});
  for (Head& head : scene.heads) {
    head.w_q = random.matrix(4, 2);
    head.w_v = random.matrix(4, 2);
    head.w_k = random.matrix(4, 2);
  }
  scene.masks = {Mask{}};
  scene.position.kind = &position_kind("sinusoidal");
  test::set_combine(random, combine_kind(combine), scene);
  return scene;
}

TEST(StepsDiagram, StaysInsideItsRoomAndNothingOverlaps) {
  for (const Index tokens : {1, 6, 64, 512}) {
    for (const std::size_t heads : {1U, 4U, 32U}) {
      if (tokens == 512 && heads == 4) continue;
      const auto evaluation =
          evaluated(of_size(tokens, heads, heads == 4 ? "projection" : "concat"));
      for (const auto& [width, height] :
           {std::pair{430.0, 200.0}, {700.0, 420.0}, {1100.0, 640.0}}) {
        for (int open = 0; open < pipeline_step_count(evaluation->scene, 0); ++open) {
          const Diagram diagram = steps_diagram(input_of(evaluation, open, width, height));
          EXPECT_EQ(test::misplaced(diagram, kRuler), "")
              << tokens << " tokens, " << heads << " heads, step " << open << " in " << width
              << " x " << height;
        }
      }
    }
  }
}

TEST(StepsDiagram, StaysInsideItsRoomForAllKinds) {
  for (int n = 0; n < 60; ++n) {
    test::Random random(test::case_seed(n));
    const auto evaluation = evaluated(test::random_scene(random));
    for (int open = 0; open < pipeline_step_count(evaluation->scene, 0); ++open) {
      const Diagram diagram = steps_diagram(input_of(evaluation, open, n % 2 ? 430 : 760, 300));
      EXPECT_EQ(test::misplaced(diagram, kRuler), "") << "scene " << n << ", step " << open;
    }
  }
}

TEST(StepsDiagram, KeepsItsMatricesAsLongAsTheyAreInUse) {
  const auto evaluation = evaluated(two_heads());
  const auto first = pipeline_of(evaluation, 0);
  EXPECT_EQ(pipeline_of(evaluation, 0), first);
  EXPECT_NE(pipeline_of(evaluation, 1), first);
  const auto other = evaluated(two_heads());
  EXPECT_EQ(pipeline_of(other, 0)->evaluation, other);
}

}  // namespace
}  // namespace attn::steps_diagram_test
