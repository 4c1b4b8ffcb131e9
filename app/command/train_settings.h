#pragma once

#include <string>

#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// Settings of a training run for `--set`.
struct PlannedTraining {
  Sizes sizes{};  ///< of a new network
  TrainingSettings settings{};
  const NormalizerKind* normalizer = &normalizer_kind("softmax");  ///< of a new network
};

/// Applies a setting "lr=0.01". The sizes of a network from a file are fixed. Throws Failure with a
/// list of all settings if the name is unknown or the value is not allowed.
void apply_setting(const std::string& text, bool is_from_file, PlannedTraining& plan);

/// Throws Failure if the sizes are inconsistent.
void check_sizes(const Sizes& sizes);

/// "lr (a number > 0), batch (1 to 4096), …"
std::string settings_in_words();

}  // namespace attn
