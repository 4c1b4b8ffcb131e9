#pragma once

#include <string>

#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// Settings of a training run by name: `--set lr=0.01`.
struct PlannedTraining {
  Sizes sizes{};  ///< of a new network
  TrainingSettings settings{};
  const NormalizerKind* normalizer = &normalizer_kind("softmax");  ///< of a new network
};

/// "lr (a number > 0), batch (1 to 4096), …"
std::string training_settings_in_words();

/// Applies a setting "lr=0.01". The sizes of a network from a file are fixed. Throws
/// std::invalid_argument with a list of all settings if the name is unknown or the value is not
/// allowed.
void apply_training_setting(const std::string& text, bool is_from_file, PlannedTraining& plan);

/// Throws std::invalid_argument if the sizes are inconsistent.
void check_sizes(const Sizes& sizes);

}  // namespace attn
