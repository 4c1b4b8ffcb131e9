// The way back from a weight: its numbers are those of the gradients, its formulas can be set.

#include <gtest/gtest.h>

#include "app/document/formulas/formula.h"
#include "app/figure/inspector/explain.h"
#include "engine/reference/attention.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/scenes.h"

namespace attn::explain_raise_test {
namespace {

Explanation raise(const Scene& scene, std::size_t h, Cell cell) {
  Evaluation evaluation;
  evaluation.scene = scene;
  evaluation.trace = evaluate_plainly(scene);
  SceneWish wish;
  wish.raised = SceneWish::RaisedWeight{h, cell};
  return explain_raise(evaluation, static_cast<Index>(h), cell, loss_with_gradients(scene, wish));
}

TEST(ExplainRaise, TellsTheChaptersExample) {
  Scene scene = test::sleepy_child();
  scene.queries.reset();
  const Explanation told = raise(scene, 0, {5, 3});
  ASSERT_EQ(told.steps.size(), 4U);
  // α = 1096.63 / 1249.77 = 0.877, and α (1 − α) = 0.108.
  EXPECT_EQ(told.steps[0].result.tex, "0.108");
  EXPECT_NE(told.steps[0].formula.find("0.877 \\cdot 0.123"), std::string::npos)
      << told.steps[0].formula;
  EXPECT_NE(told.steps[3].formula.find("x_{"), std::string::npos);
  EXPECT_FALSE(told.steps[3].result.says.empty());
}

TEST(ExplainRaise, AnythingCanBeToldOfAnyScene) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const Scene scene = test::random_scene(random);
    const auto h = static_cast<std::size_t>(random.below(static_cast<int>(scene.heads.size())));
    const Cell cell{random.below(static_cast<int>(scene.query_count())),
                    random.below(static_cast<int>(scene.key_count()))};
    const Explanation told = raise(scene, h, cell);
    EXPECT_FALSE(told.steps.empty());
    EXPECT_FALSE(told.summary.empty());
    for (const ExplanationStep& step : told.steps) {
      EXPECT_NO_THROW(read_formula(step.formula)) << step.formula;
      EXPECT_NO_THROW(read_formula(step.result.tex)) << step.result.tex;
    }
  }
}

}  // namespace
}  // namespace attn::explain_raise_test
