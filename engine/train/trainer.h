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
  Index batch = 64;  ///< sequences of a step, >= 1
  const OptimizerKind* optimizer = &optimizer_kind("adam");
  StepSettings step = {};
  std::shared_ptr<const WeightTarget> target = {};  ///< null: only the task's loss is learned from
};

/// As the row of `task` has them, and all else as usual.
TrainingSettings settings_for(const LearningTask& task, std::uint64_t seed = 1);

/// All that a run goes on from.
struct TrainingState {
  std::vector<float> numbers;  ///< LearnedNumbers' own
  StepMemory memory;
  Index steps = 0;
  std::uint64_t drawn = 0;  ///< sequences that were learned from
};

/// A network that learns a task from new sequences at every step. One seed gives the same run to
/// the last bit on one machine, whatever the number of threads: what is summed, is so in one order.
class Trainer {
 public:
  /// Any network whose vocabulary, tokens and classes are as many as the task's: fast where
  /// LearnedNumbers takes it. The pool must live as long.
  Trainer(Network network, LearningTask task, TrainingSettings settings,
          WorkerPool& pool = WorkerPool::shared());

  /// One step: the loss of the batch is that before it.
  Answers step();
  /// What is not finite is not learned from: then the numbers stay as they were, for ever.
  bool has_failed() const { return has_failed_; }

  /// On sequences that it is not trained with: test sequences number 0 to count − 1, or all where
  /// there are fewer.
  Answers test(Index count);
  /// The same; sets `habits` to those of each head of each layer, one after the other.
  Answers test(Index count, std::vector<HeadHabits>& habits);

  TrainingState state() const { return {learned_.numbers, memory_, steps_, drawn_}; }
  /// Goes on from there, which was a state of such a network with such an optimizer.
  void go_to(TrainingState state);

  /// Whether it is computed side by side, and not by the reference.
  bool is_fast() const { return learned_.is_fast; }
  /// Once `stops`, which must live as long, is true, what goes on ends soon: then nothing that this
  /// answers means anything any more.
  void heed(const std::atomic<bool>& stops) { stops_ = &stops; }
  /// Calls `rest` before each of the short pieces of its work, on the thread that does it: there it
  /// waits while others need the cores.
  void rest_by(std::function<void()> rest) { rest_ = std::move(rest); }
  Index steps() const { return steps_; }
  TrainingSettings& settings() { return settings_; }
  const LearnedNumbers& learned() const { return learned_; }
  /// As it is now.
  Network network() const;
  /// Of the batch of the next step: mean over all places that want something, and the target's.
  std::vector<float> gradient();

 private:
  /// One piece of a batch, as many sequences as there are lanes.
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
  std::vector<std::unique_ptr<Learner>> workers_;  ///< made when they are needed
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
