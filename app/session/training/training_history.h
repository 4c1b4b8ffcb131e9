#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/train/trainer.h"

namespace attn {

/// Of a step's batch, before the step.
struct StepRecord {
  float loss = 0;      ///< mean of a place that wants something
  float accuracy = 0;  ///< 0…1
};

/// On sequences that are not trained with.
struct TestRecord {
  Index step = 0;
  float loss = 0, accuracy = 0;
};

/// A network after so many steps.
struct TrainingSnapshot {
  TrainingState state;
  std::vector<float> gradient;  ///< of the next batch's loss, by each number
  double gradient_norm = 0;     ///< its length
  TestRecord test;
  std::vector<HeadHabits> habits;  ///< of each head of each layer, in the test

  Index step() const { return state.steps; }
  std::size_t bytes() const;
};
using SharedSnapshot = std::shared_ptr<const TrainingSnapshot>;

/// What happened at a step, as it was measured.
struct TrainingMark {
  Index step = 0;
  std::string words;  ///< "L0.H1 looks one back"
};

/// What a run brought since it was asked last.
struct TrainingNews {
  std::vector<StepRecord> steps;
  std::vector<SharedSnapshot> snapshots;  ///< to be kept
  SharedSnapshot latest;                  ///< to be looked at; null: none is newer
  std::optional<Index> failed_at;         ///< the step whose loss is not a number
  double seconds_per_step = 0;            ///< with its rests; 0: not known yet
  bool is_resting = false;                ///< all steps that it may take are taken
};

/// A run as far as it went: losses of every step, and networks of some.
struct TrainingHistory {
  std::vector<StepRecord> steps;
  std::vector<TestRecord> tests;
  std::vector<SharedSnapshot> snapshots;  ///< by step
  std::vector<TrainingMark> marks;        ///< by step
  std::optional<Index> failed_at;

  Index last_step() const { return static_cast<Index>(steps.size()); }
  /// Of heads `heads` to a layer. Where snapshots take more than `most_bytes`, every other one goes
  /// that is not the first, the last, or marked.
  void add(const TrainingNews& news, Index heads, std::size_t most_bytes = std::size_t{64} << 20);
  void add_mark(Index step, std::string words);
  /// That of the nearest step; null where there is none.
  SharedSnapshot nearest(Index step) const;
  /// Networks after that step are no good.
  void forget_networks_after(Index step);
  /// Its last step leads to another network now: that one is to be added.
  void forget_last_network();
  /// As it was then.
  TrainingHistory until(Index step) const;

 private:
  void find_marks(const TrainingSnapshot& snapshot, Index heads);
  void thin(std::size_t most_bytes);

  std::vector<bool> is_born_;  ///< by habit: whether a head has it
  bool is_right_ = false;      ///< 99 % of the test
};

}  // namespace attn
