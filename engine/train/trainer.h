#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/worker_pool.h"
#include "engine/train/habits.h"
#include "engine/train/learned_numbers.h"
#include "engine/train/learner.h"
#include "engine/train/optimizer.h"
#include "engine/train/weight_target.h"

namespace attn {

struct TrainingSettings {
  std::uint64_t seed = 1;
  Index batch = 64;  ///< sequences per step, >= 1
  const OptimizerKind* optimizer = &optimizer_kind("adam");
  StepSettings step = {};
  std::shared_ptr<const WeightTarget> target = {};  ///< null: only the task's loss
};

/// Settings from the row of `task`, with defaults otherwise.
TrainingSettings settings_for(const LearningTask& task, std::uint64_t seed = 1);

/// State from which a run can continue.
struct TrainingState {
  std::vector<float> numbers;  ///< layout of LearnedNumbers
  StepMemory memory;
  Index steps = 0;
  std::uint64_t drawn = 0;  ///< sequences used for training so far
};

/// Memory in bytes of a Trainer: gradients of each piece of a batch, state of the optimizer, and
/// for each thread the activations of the sequences that it takes at a time.
double training_bytes(const Network& network, Index batch, int threads);

/// Trains a network on a task with new sequences at every step. Deterministic for a seed on one
/// machine, bit by bit, with any number of threads: sums have a fixed order.
class Trainer {
 public:
  /// Trains any network whose vocabulary, tokens and classes match the task's sizes: fast if
  /// LearnedNumbers supports it. The pool must outlive it.
  Trainer(Network network, LearningTask task, TrainingSettings settings,
          WorkerPool& pool = WorkerPool::shared());

  /// Takes a step; returns the results on its batch before the update.
  Answers step();
  /// The loss or gradient was not finite: the numbers are unchanged from then on.
  bool has_failed() const { return has_failed_; }

  /// Results on test sequences 0 to count − 1, or all if there are fewer; they are never trained
  /// on. `habits`, unless null, receives the patterns of each head of each layer, in order.
  Answers test(Index count, std::vector<HeadHabits>* habits = nullptr);

  TrainingState state() const { return {learned_.numbers, memory_, steps_, drawn_}; }
  /// Continues from `state`, which must belong to the same network and optimizer.
  void go_to(TrainingState state);

  /// Returns whether training uses the fast path instead of the reference.
  bool is_fast() const { return learned_.is_fast; }
  /// Cancels work soon after `stops`, which must outlive it, is true: results are meaningless from
  /// then on.
  void stop_when(const std::atomic<bool>& stops) { stops_ = &stops; }
  /// Calls `rest` before each short piece of work, on the working thread, to wait there while
  /// others need the cores.
  void set_rest(std::function<void()> rest) { rest_ = std::move(rest); }
  Index steps() const { return steps_; }
  TrainingSettings& settings() { return settings_; }
  const LearnedNumbers& learned() const { return learned_; }
  /// The network in its current state.
  Network network() const;
  /// Gradient on the next step's batch: mean over all places with a target, plus the weight
  /// target's.
  std::vector<float> gradient();

 private:
  /// Piece of a batch: as many sequences as lanes.
  struct BatchPiece {
    std::vector<Example> examples;
    std::vector<float> gradient;
    Answers answers;
    std::vector<HeadHabits> habits;
  };
  Learner& learner(int worker);
  template <typename Work>
  Answers for_pieces(Sequences sequences, std::uint64_t first, Index count, const Work& work);
  Answers learn();
  bool is_stopped() const { return stops_ != nullptr && *stops_; }

  Network network_;
  LearningTask task_;
  TrainingSettings settings_;
  WorkerPool& pool_;
  const Kernels& kernels_;
  LearnedNumbers learned_;
  std::vector<std::unique_ptr<Learner>> workers_;  ///< created on demand
  std::vector<BatchPiece> pieces_;
  std::vector<float> gradient_;
  StepMemory memory_;
  Index steps_ = 0;
  std::uint64_t drawn_ = 0;
  bool has_failed_ = false;
  const std::atomic<bool>* stops_ = nullptr;
  std::function<void()> rest_ = [] {};
};

}  // namespace attn
