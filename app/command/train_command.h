#pragma once

#include <string>

#include "app/command/failure.h"
#include "app/command/train_start.h"

namespace CLI {
class App;
}

namespace attn {

/// A run that is over.
struct Trained {
  Status status = Status::kDone;
  std::string words;  ///< a line that tells how it went
};

/// Trains, and writes all that was asked for. Throws Failure where it could not be done; of outputs
/// that can't be written one is told so, the others before are told on standard error.
Trained train(const TrainOptions& options);

/// Adds the command `train`, which fills `options`.
CLI::App* add_train(CLI::App& app, TrainOptions& options);

/// A line for each task: its id, and what is wanted.
std::string list_of_tasks();

}  // namespace attn
