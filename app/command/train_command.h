#pragma once

#include <string>

#include "app/command/failure.h"
#include "app/command/train_start.h"

namespace CLI {
class App;
}

namespace attn {

/// Result of a finished run.
struct Trained {
  Status status = Status::kDone;
  std::string words;  ///< summary of the run in one line
};

/// Trains a network and writes the requested outputs. Throws Failure on an error; if several
/// outputs cannot be written, the earlier errors are printed on standard error.
Trained train(const TrainOptions& options);

/// Adds the command `train`, which fills `options`.
CLI::App* add_train(CLI::App& app, TrainOptions& options);

/// One line per task: its id and description.
std::string list_of_tasks();

}  // namespace attn
