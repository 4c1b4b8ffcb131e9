#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_budget.h"
#include "engine/attention/scene.h"

namespace attn {

class LessonBudget;

/// Applies `change` to `before`. Its text is one of
/// - `example 01-sleepy-child`, optionally followed by lines as below,
/// - a whole scene, as in a scene file,
/// - a JSON object to merge (RFC 7386): `{"normalizer": {"kind": "sparsemax"}}`,
/// - lines `/embeddings/5/1 = 3`: a JSON pointer into the scene file and the new value, which may
/// be
///   `random(ROWS, COLUMNS, SEED)`, or `nothing`.
/// A change of the view is one of the last two kinds, relative to /view.
/// Throws LessonError with its line, and the budget's errors.
Scene apply_change(const SceneChange& change, const std::optional<Scene>& before,
                   LessonBudget& budget);

/// Scenes of a step.
struct StepScenes {
  Evaluation start;
  Evaluation shown;                          ///< after the answer to the prediction
  std::vector<Evaluation> reached;           ///< one for each goal, by the lesson's own solution
  std::optional<LessonLearning> learning{};  ///< if a network is trained

  /// Scene at the start of goal n.
  const Evaluation& before(std::size_t n) const { return n == 0 ? shown : reached[n - 1]; }
  const Evaluation& end() const { return before(reached.size()); }

  /// Facts of `now`: before the network is trained, or after.
  Facts untrained(const Evaluation& now, Reading* reading = nullptr) const {
    return facts(now, reading, learning ? &learning->before : nullptr);
  }
  Facts trained(const Evaluation& now, Reading* reading = nullptr) const {
    return facts(now, reading, learning ? &learning->after : nullptr);
  }

 private:
  Facts facts(const Evaluation& now, Reading* reading, const LearnedFacts* learned) const {
    return {.now = now,
            .start = start,
            .reading = reading,
            .learned = learned,
            .learned_at_start = learning ? &learning->before : nullptr};
  }
};

/// Scenes of all steps: each starts with the last scene of the step before, and each goal with the
/// scene that reached the previous goal. Parts hidden by a step's view are also locked; both end
/// with the step, or with its prediction. A stage shows the first of its views if the scene's view
/// is not among them. Throws LessonError with a line, and the budget's errors.
std::vector<StepScenes> scenes_of(const Lesson& lesson, LessonBudget& budget);

/// Evaluates a scene. Throws SceneError.
Evaluation evaluated(Scene scene);

/// Returns whether the condition holds; an undetermined one does not.
bool holds(const LessonCondition& condition, const Facts& facts);
/// Returns whether all conditions hold.
bool all_hold(const std::vector<LessonCondition>& conditions, const Facts& facts);

}  // namespace attn
