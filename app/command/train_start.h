#pragma once

#include "app/command/train_request.h"
#include "engine/blocks/network.h"
#include "engine/train/trainer.h"

namespace attn {

/// Initial state of a training run.
struct TrainingStart {
  LearningTask task{};
  Network network{};
  TrainingSettings settings{};
  bool is_from_file = false;
};

/// Reads a user-defined task. Throws Failure.
LearningTask task_in(const std::string& file);

/// Reads or creates the network, and reads a user-defined task. Throws Failure if the task is
/// unknown or does not fit the network.
TrainingStart training_start(const TrainOptions& options);

}  // namespace attn
