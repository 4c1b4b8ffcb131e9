#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/train/trainer.h"

namespace attn {

/// Results of a step's batch, before the step.
struct StepRecord {
  float loss = 0;      ///< mean over places with a target
  float accuracy = 0;  ///< 0…1
};

/// Results on test sequences.
struct TestRecord {
  Index step = 0;
  float loss = 0, accuracy = 0;
};

/// Network after a step.
struct TrainingSnapshot {
  TrainingState state;
  std::vector<float> gradient;  ///< of the next batch's loss, by each number
  double gradient_norm = 0;     ///< norm of the gradient
  TestRecord test;
  std::vector<HeadHabits> habits;  ///< of each head of each layer, in the test

  Index step() const { return state.steps; }
  std::size_t bytes() const;
};
using SharedSnapshot = std::shared_ptr<const TrainingSnapshot>;

/// Words of the mark of a jump.
inline constexpr std::string_view kLossJumps = "the loss jumps";

/// Event measured at a step, as a mark of the history.
struct TrainingMark {
  Index step = 0;
  std::string words;  ///< "L0.H1 looks at the previous"
};

/// News of a run since the last query.
struct TrainingNews {
  std::vector<StepRecord> steps;
  std::vector<SharedSnapshot> snapshots;  ///< to be stored
  SharedSnapshot latest;                  ///< to be shown; null: none is newer
  std::optional<Index> failed_at;         ///< step whose loss is not finite
  double seconds_per_step = 0;            ///< including rests; 0: not known yet
  bool is_resting = false;                ///< all allowed steps are taken
};

/// History of a run: losses of every step, and networks of some.
struct TrainingHistory {
  std::vector<StepRecord> steps;
  std::vector<TestRecord> tests;
  std::vector<SharedSnapshot> snapshots;  ///< sorted by step
  std::vector<TrainingMark> marks;        ///< sorted by step
  std::optional<Index> failed_at;

  Index last_step() const { return std::ssize(steps); }
  /// Adds news of a network with `heads` heads per layer. If snapshots use more than `most_bytes`,
  /// every other one is dropped, except the first, the last, and marked ones.
  void add(const TrainingNews& news, Index heads, std::size_t most_bytes = std::size_t{64} << 20);
  void add_mark(Index step, std::string words);
  /// Snapshot of the nearest step; null if there is none.
  SharedSnapshot nearest(Index step) const;
  /// Drops the networks after `step`, which are no longer valid.
  void forget_networks_after(Index step);
  /// History up to `step`.
  TrainingHistory until(Index step) const;

 private:
  void find_marks(const TrainingSnapshot& snapshot, Index heads);
  void thin(std::size_t most_bytes);

  std::vector<bool> is_born_;  ///< for each head and pattern: whether the head has it
  bool is_right_ = false;      ///< 99 % of the test
};

}  // namespace attn
