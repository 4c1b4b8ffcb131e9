#pragma once

#include <string>

#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// Settings of a training run for `--set`.
struct PlannedTraining {
  Sizes sizes{};  ///< of a network that is made
  TrainingSettings settings{};
  const NormalizerKind* normalizer = &normalizer_kind("softmax");  ///< of a network that is made
};

/// Sets what `text` says, "lr=0.01". A network from a file has its sizes. Throws Failure with a
/// list of all that can be set where there is no such thing, or it can't be that.
void apply_setting(const std::string& text, bool is_from_file, PlannedTraining& plan);

/// Throws Failure where sizes don't go together.
void check_sizes(const Sizes& sizes);

/// "lr (a number > 0), batch (1 to 4096), …"
std::string settings_in_words();

}  // namespace attn
