#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/attention/evaluation.h"
#include "engine/base/problem.h"
#include "engine/base/progress.h"

namespace attn {

/// Evaluates scenes asynchronously on a thread of lower priority: always the newest requested.
/// Intermediate requests are skipped, so that results come as fast as possible. Long evaluations
/// are cancelled by newer requests; short ones are finished, so that dragging a number shows
/// several results per second.
class BackgroundEvaluation {
 public:
  /// Throws SceneError if the scene cannot be evaluated, Cancelled on request. Calls are
  /// sequential, on one thread.
  using Evaluate = std::function<std::shared_ptr<const Evaluation>(const Scene&, Progress&)>;

  /// Result for a requested scene.
  struct Answer {
    std::shared_ptr<const Evaluation> evaluation;  ///< null if there was a problem
    std::optional<Problem> problem;
    bool is_newest = false;  ///< no newer request exists
  };

  /// `ready` is called on the other thread when a result is available. After `finishes_within` from
  /// its start, an outdated evaluation is cancelled.
  explicit BackgroundEvaluation(
      Evaluate evaluate, std::function<void()> ready = {},
      std::chrono::nanoseconds finishes_within = std::chrono::milliseconds(400));
  /// Cancels the running evaluation, and waits for its end.
  ~BackgroundEvaluation();
  BackgroundEvaluation(const BackgroundEvaluation&) = delete;
  BackgroundEvaluation& operator=(const BackgroundEvaluation&) = delete;

  void want(Scene scene);

  /// Latest result not taken yet. Waits for that of the newest scene, up to `patience`.
  std::optional<Answer> take(std::chrono::nanoseconds patience);

  bool has_answer() const;
  /// Returns whether a result is pending.
  bool is_busy() const;
  /// Progress of the running evaluation, 0…1; empty if unknown.
  std::optional<double> part_done() const;

 private:
  void work();
  void rest(std::unique_lock<std::mutex>& lock);
  std::optional<Answer> answer_to(const Scene& scene, Progress& progress);

  Evaluate evaluate_;
  std::function<void()> ready_;
  mutable std::mutex mutex_;
  std::condition_variable wanted_changed_, answered_;
  std::optional<Scene> wanted_;
  std::optional<Answer> answer_;
  std::shared_ptr<Progress> runs_;  ///< null if idle
  Progress::Clock::time_point started_, wanted_at_, rests_until_;
  const std::chrono::nanoseconds finishes_within_;
  bool ends_ = false;
  std::thread thread_;  // last: uses the others
};

}  // namespace attn
