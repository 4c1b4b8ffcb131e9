#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/words/cached_words.h"
#include "assets/assets.h"
#include "engine/fast/evaluator.h"

namespace attn::last_explanation_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

/// Text that identifies an explanation of the example.
std::string words_of(const Explanation& explanation) {
  std::string words = explanation.summary + explanation.movement;
  for (const ExplanationStep& step : explanation.steps) words += step.formula + step.result.tex;
  for (const auto& part : explanation.contributions.parts) words += part.text;
  return words;
}

TEST(LastExplanation, IsWhatIsExplainedWhateverWasAskedBefore) {
  Scene scene = example();
  LastExplanation last;
  std::shared_ptr<const Evaluation> evaluation;
  for (const float temperature : {1.F, 0.5F, 2.F}) {
    scene.normalizer.temperature = temperature;
    evaluation = Evaluator().evaluate(scene);
    for (const Index key : {3, 3, 2, 3}) {
      for (const auto column : {std::optional<Index>(), std::optional<Index>(0)}) {
        const Cell cell{0, key};
        const Explanation& found = last.explanation_of(evaluation, 0, cell, column);
        EXPECT_EQ(words_of(found), words_of(explain(*evaluation, 0, cell, column)));
        EXPECT_EQ(&last.explanation_of(evaluation, 0, cell, column), &found);
        for (const std::size_t told : {5U, 2U, 5U, 0U}) {
          const Contributions plain =
              contributions_of(*evaluation, 0, cell, found.contributions.column, told);
          const Contributions& kept = last.contributions(told);
          ASSERT_EQ(kept.parts.size(), plain.parts.size());
          EXPECT_EQ(kept.sum, plain.sum);
          for (std::size_t n = 0; n < plain.parts.size(); ++n) {
            EXPECT_EQ(kept.parts[n].keys, plain.parts[n].keys);
            EXPECT_EQ(kept.parts[n].text, plain.parts[n].text);
          }
        }
      }
    }
  }
}

TEST(LastExplanation, KeepsNoEvaluationAlive) {
  LastExplanation last;
  std::shared_ptr<const Evaluation> evaluation = Evaluator().evaluate(example());
  last.explanation_of(evaluation, 0, {0, 3}, {});
  const std::weak_ptr<const Evaluation> watched = evaluation;
  evaluation.reset();
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace attn::last_explanation_test
