#pragma once

#include <string>

#include "app/command/train_command.h"
#include "engine/blocks/network.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// Settings of a training run for `--set`.
struct PlannedTraining {
  Sizes sizes{};  ///< of a network that is made
  TrainingSettings settings{};
  const NormalizerKind* normalizer = &normalizer_kind("softmax");  ///< of a network that is made
};

/// "lr (a number > 0), batch (1 to 4096), …"
std::string settings_in_words();

/// Initial state of a training run.
struct TrainingStart {
  LearningTask task{};
  Network network{};
  TrainingSettings settings{};
  bool is_from_file = false;
};

/// A task of one's own, from a file. Throws Failure.
LearningTask task_in(const std::string& file);

/// Reads or makes the network; reads a task of one's own. Throws Failure where there is no such
/// task, or the network is not one that could learn it.
TrainingStart training_start(const TrainOptions& options);

}  // namespace attn
