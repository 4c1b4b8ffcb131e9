#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/attention/kinds.h"
#include "engine/attention/trace.h"
#include "engine/blocks/network.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"
#include "engine/train/weight_target.h"

namespace attn {

/// Painted target pattern of a head: cells with the weight of the brush; 0: unpainted.
struct PaintedHead {
  Index layer = 0, head = 0;
  Matrix cells{};  ///< L x L

  bool is_blank() const { return cells.size() == 0 || cells.isZero(0); }
};

/// Rows of the engine's tables used by all layers.
struct NetworkKinds {
  const ScoreKind* score = &score_kind("scaled_dot");
  const NormalizerKind* normalizer = &normalizer_kind("softmax");
  const PositionKind* position = nullptr;  ///< null: a learned table or none, by the sizes
  bool operator==(const NetworkKinds&) const = default;
};

/// Network, task and settings of a training run.
struct TrainingPlan {
  const LearningTask* task = &tasks().front();
  std::shared_ptr<const LearningTask> own = {};  ///< keeps the task alive if it is from a file
  Sizes sizes = {};
  NetworkKinds kinds = {};
  TrainingSettings settings = {};                   ///< including the target: see aim()
  std::shared_ptr<const PaintedHead> painted = {};  ///< null: nothing yet
  bool is_aimed = false;                            ///< train to the painted target
  double aim = 1;                                   ///< λ of the painted target
};

/// Sets the target of the settings from the painted cells, if training uses them.
void aim(TrainingPlan& plan);

/// The smallest network that learns `task`, with its learning rate.
TrainingPlan first_plan(const LearningTask& task);
/// First plan for a task from a file, which the plan keeps alive.
TrainingPlan first_plan(std::shared_ptr<const LearningTask> own);

/// Initial network of the plan's runs.
Network first_network(const TrainingPlan& plan);

/// Problem of the plan's network, in words; empty: none.
std::string problem_of(const TrainingPlan& plan);

/// Returns whether a run of `before` cannot continue with `after`, because its network differs.
bool starts_again(const TrainingPlan& before, const TrainingPlan& after);

// Choices.
inline constexpr Index kMostLayers = 4, kMostHeads = 8, kMostBatch = 1024;
inline constexpr double kLeastAim = 0.01, kMostAim = 100;
inline constexpr double kLeastRate = 1e-5, kMostRate = 1, kLeastDecay = 1e-4, kMostDecay = 1;
/// Bounds of a typed number, in addition to the slider's.
struct TypedBounds {
  std::string_view label;  ///< name of the setting
  double most = 0;
  bool has_zero = false;  ///< 0 is allowed; otherwise the number must be > 0
};
inline constexpr TypedBounds kTypedRate{"Learning rate", 10, false};
inline constexpr TypedBounds kTypedDecay{"Weight decay", 1, true};
inline constexpr TypedBounds kTypedAim{"Strength", 1000, false};
/// Typed number, or the reason why it is refused, in the words of the command line.
struct TypedSetting {
  std::optional<double> number = {};
  std::string problem = {};
};
TypedSetting read_typed(const std::string& text, const TypedBounds& bounds);
TypedSetting read_typed_seed(const std::string& text);
std::span<const Index> widths_to_choose();
/// Widths of the mlp as multiples of the width; 0: none.
std::span<const Index> mlps_to_choose();

/// Sets the number of layers, at least 1. More than one layer adds a residual.
void set_layers(Sizes& sizes, Index layers);
/// Sets the nearest number of heads that divides the width, in the direction of `heads`.
void set_heads(Sizes& sizes, Index heads);
/// Keeps the number of heads if it divides the width, and the mlp's multiple.
void set_width(Sizes& sizes, Index width);
void set_mlp(Sizes& sizes, Index times);

/// Normalizers usable for training: without required numbers.
std::span<const NormalizerKind* const> normalizers_to_choose();
std::span<const ScoreKind* const> scores_to_choose();
/// Positions besides a learned table, and none.
std::span<const PositionKind* const> positions_to_choose();

/// Estimated duration of a step on this machine, in seconds: from its multiplications, or, if
/// `first`, its network, needs the reference, from one sequence.
double seconds_of_step(const TrainingPlan& plan, const Network& first);

/// Part of a brush stroke in one frame.
struct PaintStroke {
  bool begins = false;        ///< starts in this frame
  Index row = 0, column = 0;  ///< cell under the brush
  Index brush = 1;            ///< width of the brush in cells: 1, 3 or 5
  float weight = 0.9F;        ///< total weight of a row's painted cells; 0 erases
};

/// Paints the cells under the brush; only visible ones if the head is causal.
void paint(PaintedHead& painted, const PaintStroke& stroke, bool is_causal);

/// Converts painted rows to weights that sum to 1: its painted cells share the largest weight
/// painted there, the other visible cells share the rest.
WeightTarget target_of(const PaintedHead& painted, bool is_causal, float factor);

}  // namespace attn
