#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/session/training/training_history.h"
#include "app/session/training/training_plan.h"

namespace attn {

/// Trains on a separate thread with lower priority than the window. The owner allows steps and
/// collects the results.
class TrainingRun {
 public:
  /// Starts from `from`, else from the first network; no steps are allowed yet.
  TrainingRun(const TrainingPlan& plan, std::optional<TrainingState> from);
  /// Ends the run and waits for its thread.
  ~TrainingRun();
  TrainingRun(const TrainingRun&) = delete;
  TrainingRun& operator=(const TrainingRun&) = delete;

  /// Allows steps up to this total number.
  void allow(Index steps);
  /// Applies from the next step.
  void use(const TrainingSettings& settings);

  /// Takes no further steps; has_ended() returns true after the last.
  void end();
  bool has_ended() const { return has_ended_; }

  TrainingNews take_news();
  /// Error that ended the run; empty: none.
  std::string problem() const;

 private:
  using Clock = std::chrono::steady_clock;

  void work();
  void train(Trainer& trainer);
  SharedSnapshot measured(Trainer& trainer) const;
  void tell(Trainer& trainer, const SharedSnapshot& snapshot, bool is_kept);

  const TrainingPlan plan_;
  std::optional<TrainingState> from_;
  mutable std::mutex mutex_;
  std::condition_variable wakes_;
  TrainingSettings settings_;  // guarded by mutex_, as are all following members
  bool has_new_settings_ = false;
  Index allowed_ = 0;
  std::atomic<bool> is_over_ = false;
  TrainingNews news_;
  std::string problem_;
  std::atomic<bool> has_ended_ = false;
  std::thread thread_;  // last: uses the others
};

}  // namespace attn
