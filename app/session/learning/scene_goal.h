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

/// What can be wanted of a scene.
enum class Goal {
  kWeights,    ///< cells of a head's weights that were painted
  kOutputs,    ///< outputs that were typed
  kRegression  ///< outputs that are the values, each point predicted from the others
};

/// Where a head is to look: cells that were painted on its weights.
struct PaintedTarget {
  Index head = 0;
  BoolMatrix cells{};           ///< M x L; empty: none was painted yet
  std::vector<float> shares{};  ///< M: what the painted cells of a row weigh together

  bool is_blank() const { return cells.size() == 0 || !cells.any(); }
  /// Rows without a painted cell are free.
  bool has_row(Index i) const { return cells.size() > 0 && cells.row(i).any(); }
};

struct Brush {
  int size = 1;         ///< cells across
  float weight = 0.9F;  ///< what is left is the rest of the row's
};

/// Paints those cells, or rubs them out, with what the brush reaches around them. Another head's
/// target, or that of a scene of another shape, begins anew. Keys that are not seen stay blank.
void paint(PaintedTarget& target, const Scene& scene, Index head, const std::vector<Cell>& cells,
           const Brush& brush, bool rubs_out);

/// What it asks of each weight: a painted row sums to 1. Its cells share what they weigh, and the
/// other keys that are seen share the rest. Blank rows are 0.
Matrix target_weights(const PaintedTarget& target, const Scene& scene);

/// What is wanted of the open scene, what may move, and how.
struct LearningPlan {
  Goal goal = Goal::kWeights;
  PaintedTarget painted{};
  Matrix outputs{};  ///< M x Do, that are wanted; empty: they begin as the present ones
  std::optional<std::set<std::string, std::less<>>> moves{};  ///< absent: the usual ones
  std::optional<std::string> optimizer{};                     ///< id; absent: the usual one
  std::optional<double> rate{};                               ///< likewise
};

/// Whether each key is a point of one value, from which others can be predicted.
bool can_regress(const Scene& scene);
/// What may move where nobody chose: weights and embeddings; of a regression not its points.
std::set<std::string, std::less<>> usual_moves(const Scene& scene, Goal goal);
std::set<std::string, std::less<>> moves_of(const LearningPlan& plan, const Scene& scene);
const OptimizerKind& optimizer_of(const LearningPlan& plan);
double rate_of(const LearningPlan& plan);

/// Whether it still is of that scene: of its shape, heads and kinds.
bool fits(const LearningPlan& plan, const Scene& scene);
/// Nothing is wanted where nothing was painted, or no outputs were given: then there are no losses.
SceneTraining training_of(const LearningPlan& plan, const Scene& scene);
/// The loss by which a head comes to what was painted: one that is finite where the normalizer can
/// give weights of 0.
const LossKind& painted_loss(const Scene& scene);

/// What a group of numbers is called, with formulas: "$W_Q$", "Temperature".
std::string_view group_label(std::string_view group);

/// Why rows stay as they are, in words; empty where there are none.
std::string still_words(const std::vector<StillRow>& rows, const Scene& scene);

}  // namespace attn
