#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/command/failure.h"
#include "app/figure/text/figure_theme.h"

namespace CLI {
class App;
}

namespace attn {

/// Options of `train`.
struct TrainOptions {
  std::string what;               ///< a task's id, or the file of a task or a network
  std::string task;               ///< of a network: an id or a file
  std::vector<std::string> sets;  ///< "lr=0.01"
  int steps = 1000;
  std::uint64_t seed = 1;
  int test_every = 0;  ///< steps; 0: about 50 tests in all
  std::string out, log, curve, film, grid;
  std::string head = "L0.H0";  ///< of the film
  int frames = 40;
  double fps = 10;
  const FigureTheme* theme = &kLightFigure;
  bool lists_tasks = false;
};

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
