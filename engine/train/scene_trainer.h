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

/// To which group the numbers at `place` belong: those of all heads and masks are one. "w_q" of
/// "/heads/1/w_q", "combine/w_o" of "/combine/w_o".
std::string number_group(std::string_view place);
/// The groups that the scene gives, in the order of its file.
std::vector<std::string> number_groups(const Scene& scene);

/// How a scene learns.
struct SceneTraining {
  std::set<std::string, std::less<>> moves{};  ///< groups that may
  SceneWish wish{};
  const OptimizerKind* optimizer = &optimizer_kind("adam");
  StepSettings step{};
};

/// Of a step: the loss before it, and how steep it was for what may move.
struct SceneStep {
  double loss = 0, gradient_norm = 0;
};

/// A scene whose numbers move down the loss of what is wanted, step after step. Plain, by the
/// reference, in one thread: the same steps each time.
///
/// Numbers that must be above 0 (widths, the temperature) move as |w| does: what goes below 0 comes
/// back on the other side.
class SceneTrainer {
 public:
  /// Throws SceneError where what is wanted doesn't fit, or nothing may move.
  SceneTrainer(Scene scene, SceneTraining training);

  /// Nothing where it can't go on: the loss, its gradient or what they lead to is not finite, or
  /// breaks a rule of scenes. Then scene() is the last one whose loss was finite, for ever, and
  /// problem() says why.
  std::optional<SceneStep> step();
  const std::optional<Problem>& problem() const { return problem_; }

  const Scene& scene() const { return scene_; }
  Index steps() const { return steps_; }
  /// Of each that may move, as scene() has it.
  std::vector<float> numbers() const;
  /// The scene with `numbers` in the places of those.
  Scene with(const std::vector<float>& numbers) const;
  const SceneTraining& training() const { return training_; }
  /// For the steps to come.
  void set_rate(double learning_rate) { training_.step.learning_rate = learning_rate; }

 private:
  bool moves(std::string_view place) const;
  void go_back_for(Problem problem);

  Scene scene_, good_;
  SceneTraining training_;
  std::vector<float> numbers_;  // before they are brought above 0
  StepMemory memory_;
  std::optional<Problem> problem_;
  Index steps_ = 0;
};

/// Why a row of weights stays as it is, whatever is wanted of it.
enum class Stays {
  kSeesNoKey,
  kTemperature,  ///< at T = 0 and T = ∞ weights don't change with scores
  kZeroQuery,    ///< its query is 0 and no number that may move changes that: so are its scores
  kNothingMoves  ///< nothing that may move reaches it
};
struct StillRow {
  Index query = 0;
  Stays why = Stays::kNothingMoves;
};
/// Rows that have a target in a loss of weights, are not there yet, and don't move. A step back for
/// each row.
std::vector<StillRow> rows_that_stay(const Scene& scene, const SceneTraining& training);

}  // namespace attn
