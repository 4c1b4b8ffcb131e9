#pragma once

#include <string>

#include "app/command/failure.h"
#include "app/command/train_request.h"

namespace attn {

/// Result of a finished run.
struct Trained {
  Status status = Status::kDone;
  std::string words;  ///< summary of the run in one line
};

/// Trains a network and writes the requested outputs. Throws Failure on an error; if several
/// outputs cannot be written, the earlier errors are printed on standard error.
Trained train(const TrainOptions& options);

/// One line per task: its id and description.
std::string list_of_tasks();

}  // namespace attn
