#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/document/tasks/training_plan.h"
#include "app/figure/text/figure_theme.h"
#include "engine/blocks/network.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

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
