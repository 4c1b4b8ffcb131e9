#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/training/painted_target.h"
#include "engine/attention/kinds.h"
#include "engine/blocks/network.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// Rows of the engine's tables that all layers are of.
struct NetworkKinds {
  const ScoreKind* score = &score_kind("scaled_dot");
  const NormalizerKind* normalizer = &normalizer_kind("softmax");
  const PositionKind* position = nullptr;  ///< null: a learned table or none, as the sizes say
  bool operator==(const NetworkKinds&) const = default;
};

/// What is trained, and how.
struct TrainingPlan {
  const LearningTask* task = &tasks().front();
  std::shared_ptr<const LearningTask> own = {};  ///< what keeps the task where it is from a file
  Sizes sizes = {};
  NetworkKinds kinds = {};
  TrainingSettings settings = {};                   ///< its target: aim()
  std::shared_ptr<const PaintedHead> painted = {};  ///< null: nothing yet
  bool is_aimed = false;                            ///< whether it is trained to what is painted
  double aim = 1;                                   ///< λ of that
};

/// Sets the target of its settings by what is painted, where it is trained to that.
void aim(TrainingPlan& plan);

/// The smallest network that learns `task`, with its rate.
TrainingPlan first_plan(const LearningTask& task);
/// The same for a task from a file, which the plan keeps.
TrainingPlan first_plan(std::shared_ptr<const LearningTask> own);

/// The network that a run of it begins with.
Network first_network(const TrainingPlan& plan);

/// What is wrong with that network, in words; empty where nothing is.
std::string problem_of(const TrainingPlan& plan);

/// Whether a run of `before` can't go on with what `after` says, as its network is another one.
bool starts_again(const TrainingPlan& before, const TrainingPlan& after);

// What can be chosen.
inline constexpr Index kMostLayers = 4, kMostHeads = 8, kMostBatch = 1024;
inline constexpr double kLeastAim = 0.01, kMostAim = 100;
inline constexpr double kLeastRate = 1e-5, kMostRate = 1, kLeastDecay = 1e-4, kMostDecay = 1;
/// What of a number can be typed, beside what its slider has.
struct TypedBounds {
  std::string_view label;  ///< what it is called
  double most = 0;
  bool has_zero = false;  ///< else it is above 0
};
inline constexpr TypedBounds kTypedRate{"Learning rate", 10, false};
inline constexpr TypedBounds kTypedDecay{"Weight decay", 1, true};
inline constexpr TypedBounds kTypedAim{"Strength", 1000, false};
/// What was typed, or in words, as the command line says them, why it can't be taken.
struct TypedSetting {
  std::optional<double> number = {};
  std::string problem = {};
};
TypedSetting read_typed(const std::string& text, const TypedBounds& bounds);
TypedSetting read_typed_seed(const std::string& text);
std::span<const Index> widths_to_choose();
/// How many times the width an mlp is; 0 for none.
std::span<const Index> mlps_to_choose();

/// How many layers, at least 1. Without a residual there is one layer: with more it gets one.
void set_layers(Sizes& sizes, Index layers);
/// As many as divide the width: the next of those in the direction of `heads`.
void set_heads(Sizes& sizes, Index heads);
/// With as many heads as still divide it, and an mlp as many times as wide.
void set_width(Sizes& sizes, Index width);
void set_mlp(Sizes& sizes, Index times);

/// Those that a network can be made of and trained: no numbers have to be given.
std::span<const NormalizerKind* const> normalizers_to_choose();
std::span<const ScoreKind* const> scores_to_choose();
/// Beside a learned table, and none.
std::span<const PositionKind* const> positions_to_choose();

/// About how long one step takes here, in seconds, without taking one: from its multiplications, or
/// where `first`, its network, is computed by the reference from one sequence.
double seconds_of_step(const TrainingPlan& plan, const Network& first);

}  // namespace attn
