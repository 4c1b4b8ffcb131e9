#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/session/training/training_history.h"
#include "app/session/training/training_plan.h"

namespace attn {

/// Trains on a thread of its own that lets the window's go first. Steps are taken as they are
/// allowed; what came of them is taken by the one who allows them.
class TrainingRun {
 public:
  static constexpr Index kEndless = std::numeric_limits<Index>::max();

  /// Begins at `from`, else at the first network; nothing is allowed yet.
  TrainingRun(const TrainingPlan& plan, std::optional<TrainingState> from);
  /// Waits until it has ended.
  ~TrainingRun();
  TrainingRun(const TrainingRun&) = delete;
  TrainingRun& operator=(const TrainingRun&) = delete;

  /// It may take steps until so many are taken, in all.
  void allow(Index steps);
  /// From the next step on.
  void use(const TrainingSettings& settings);

  /// It takes no further step; has_ended() once it took its last.
  void end();
  bool has_ended() const { return has_ended_; }

  TrainingNews take();
  /// What it ended by, in words; empty: by nothing.
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
  TrainingSettings settings_;  // by mutex_, as all that follows
  bool has_new_settings_ = false;
  Index allowed_ = 0;
  std::atomic<bool> is_over_ = false;
  TrainingNews news_;
  std::string problem_;
  std::atomic<bool> has_ended_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace attn
