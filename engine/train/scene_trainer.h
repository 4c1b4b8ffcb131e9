#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/problem.h"
#include "engine/train/optimizer.h"
#include "engine/train/scene_wish.h"

namespace attn {

/// Group of the numbers at `place`; those of all heads and masks form one: "w_q" for
/// "/heads/1/w_q", "combine/w_o" for "/combine/w_o".
std::string number_group(std::string_view place);
/// Groups with numbers in the scene, in the order of its file.
std::vector<std::string> number_groups(const Scene& scene);

/// Parameters of training a scene.
struct SceneTraining {
  std::set<std::string, std::less<>> moves{};  ///< groups that may change
  SceneWish wish{};
  const OptimizerKind* optimizer = &optimizer_kind("adam");
  StepSettings step{};
};

/// Result of a step: loss before it, and length of its gradient.
struct SceneStep {
  double loss = 0, gradient_norm = 0;
};

/// Gradient descent of a scene on the loss of its goal, step by step. By the reference, in one
/// thread, deterministic.
///
/// Positive numbers (widths, the temperature) are |w| of a free number w: negative ones are
/// reflected.
class SceneTrainer {
 public:
  /// Throws SceneError if the goal does not fit the scene, or no number may change.
  SceneTrainer(Scene scene, SceneTraining training);

  /// Takes a step; empty if this is impossible: the loss, its gradient or the resulting scene is
  /// not finite, or invalid. Then scene() stays the last one with a finite loss, and problem()
  /// gives the reason.
  std::optional<SceneStep> step();
  const std::optional<Problem>& problem() const { return problem_; }

  const Scene& scene() const { return scene_; }
  Index steps() const { return steps_; }
  /// The trainable numbers, as in scene().
  std::vector<float> numbers() const;
  /// The scene with these trainable numbers.
  Scene with(const std::vector<float>& numbers) const;
  const SceneTraining& training() const { return training_; }
  /// For subsequent steps.
  void set_rate(double learning_rate) { training_.step.learning_rate = learning_rate; }

 private:
  bool moves(std::string_view place) const;

  Scene scene_, good_;
  SceneTraining training_;
  std::vector<float> numbers_;  // before reflection to positive numbers
  StepMemory memory_;
  std::optional<Problem> problem_;
  Index steps_ = 0;
};

/// Reason why a row of weights does not change, whatever its target.
enum class StillReason {
  kSeesNoKey,
  kTemperature,  ///< at T = 0 and T = ∞ weights are locally constant
  kZeroQuery,    ///< its query is 0 and no trainable number affects it: all scores are 0
  kNothingMoves  ///< no trainable number affects it
};
struct StillRow {
  Index query = 0;
  StillReason why = StillReason::kNothingMoves;
};
/// Rows with a target in a loss of weights that are not reached yet, and do not change. Takes one
/// backward pass per row.
std::vector<StillRow> unchanging_rows(const Scene& scene, const SceneTraining& training);

}  // namespace attn
