#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
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

  void request(Scene scene);

  /// Latest result not taken yet. Waits for that of the newest scene, up to `patience`.
  std::optional<Answer> take_answer(std::chrono::nanoseconds patience);

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

/// Evaluation by the engine's fastest path, reusing previous scenes.
BackgroundEvaluation::Evaluate fastest_evaluation();

/// Latest evaluation of an edited scene, available while a newer one is computed in the background.
/// Not thread-safe.
class LatestEvaluation {
 public:
  /// Evaluates `first` synchronously. `wake` is called on another thread when take_newest() has a
  /// result; without it calls block.
  LatestEvaluation(const Scene& first, std::function<void()> wake,
                   BackgroundEvaluation::Evaluate evaluate);

  const Evaluation& operator*() const { return *evaluation_; }
  const Evaluation* operator->() const { return evaluation_.get(); }
  const std::shared_ptr<const Evaluation>& shared() const { return evaluation_; }
  /// Number of the current evaluation; differs for each evaluation.
  std::size_t number() const { return number_; }

  /// Requests the evaluation of another scene.
  void request(const Scene& scene);
  /// Sets the requested scene without an evaluation, because the current evaluation belongs to
  /// `scene` too.
  void keep_evaluation_for(const Scene& scene);
  /// Returns whether `scene` is the last requested scene.
  bool is_requested(const Scene& scene) const;
  /// Returns whether the evaluation belongs to `scene`, and no other scene is requested.
  bool belongs_to(const Scene& scene) const;

  /// Time to wait for a requested result.
  enum class Patience { kNone, kEdit, kOpening };
  struct Newest {
    std::optional<Problem> problem;  ///< of the scene; then the evaluation stays
    bool is_newest = false;          ///< belongs to the last requested scene
  };
  /// Takes the newest result. An evaluation that `lacks` something is requested again instead.
  std::optional<Newest> take_newest(
      Patience patience,
      const std::function<bool(const std::shared_ptr<const Evaluation>&)>& lacks);
  bool has_answer() const { return background_.has_answer(); }

  /// Returns whether the evaluation is outdated, because a newer scene is requested; and for how
  /// many seconds.
  bool is_behind() const { return behind_since_.has_value(); }
  double seconds_behind() const;
  /// Progress of the pending evaluation, 0…1; empty if unknown.
  std::optional<double> part_done() const { return background_.part_done(); }

 private:
  std::chrono::nanoseconds time_of(Patience patience) const;

  std::shared_ptr<const Evaluation> evaluation_;
  std::size_t number_ = 0;
  Scene wanted_;
  std::optional<std::chrono::steady_clock::time_point> behind_since_;
  bool waits_;
  BackgroundEvaluation background_;
};

}  // namespace attn
