#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/train/scene_trainer.h"

namespace attn {

/// Kinds of goals of a scene.
enum class Goal {
  kWeights,    ///< painted cells of a head's weights
  kOutputs,    ///< typed outputs
  kRegression  ///< outputs equal to the values, each point predicted from the others
};

/// Painted target of a head's weights.
struct PaintedTarget {
  Index head = 0;
  BoolMatrix cells{};           ///< M x L; empty: not painted yet
  std::vector<float> shares{};  ///< M: total weight of the painted cells of a row

  bool is_blank() const { return cells.size() == 0 || !cells.any(); }
  /// Rows without a painted cell have no target.
  bool has_row(Index i) const { return cells.size() > 0 && cells.row(i).any(); }
};

struct Brush {
  int size = 1;         ///< width in cells
  float weight = 0.9F;  ///< the other cells share the rest of the row
};

/// Paints or erases the cells, and others within the brush. A target for another head, or a scene
/// of another shape, is restarted. Hidden keys are not painted.
void paint(PaintedTarget& target, const Scene& scene, Index head, const std::vector<Cell>& cells,
           const Brush& brush, bool rubs_out);

/// Target weights: each painted row sums to 1, its cells share their total, and the other visible
/// keys share the rest. Unpainted rows are 0.
Matrix target_weights(const PaintedTarget& target, const Scene& scene);

/// Goal of the open scene, trainable groups, and settings.
struct LearningPlan {
  Goal goal = Goal::kWeights;
  PaintedTarget painted{};
  Matrix outputs{};  ///< M x Do, target outputs; empty: starting from the current ones
  std::optional<std::set<std::string, std::less<>>> moves{};  ///< absent: the default
  std::optional<std::string> optimizer{};                     ///< id; absent: the default
  std::optional<double> rate{};                               ///< empty: the default rate
};

/// Returns whether each key is a point with a single value, so that it can be predicted from
/// others.
bool can_regress(const Scene& scene);
/// Default trainable groups: weights and embeddings; for a regression without its points.
std::set<std::string, std::less<>> usual_moves(const Scene& scene, Goal goal);
std::set<std::string, std::less<>> moves_of(const LearningPlan& plan, const Scene& scene);
const OptimizerKind& optimizer_of(const LearningPlan& plan);
double rate_of(const LearningPlan& plan);

/// Returns whether the plan fits the shape, heads and kinds of `scene`.
bool fits(const LearningPlan& plan, const Scene& scene);
/// Losses and trained numbers of the plan; without losses if there are no painted cells or target
/// outputs.
SceneTraining training_of(const LearningPlan& plan, const Scene& scene);
/// Loss for a painted target: finite also if the normalizer can give weights of 0.
const LossKind& painted_loss(const Scene& scene);

/// Label of a group of numbers, may contain formulas: "$W_Q$", "Temperature".
std::string_view group_label(std::string_view group);

/// Reasons in words why rows do not change; empty if there are none.
std::string unchanged_rows_words(const std::vector<StillRow>& rows, const Scene& scene);

}  // namespace attn
