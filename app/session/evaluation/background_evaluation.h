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

/// Evaluates scenes beside its caller, on a thread of its own that lets the caller's go first:
/// always the newest that is wanted. What else was wanted meanwhile is left out, so that answers
/// come as fast as they can be made. What takes long is cancelled when something newer is wanted;
/// what does not is finished, so that while a number is dragged there is something to see, some
/// times a second.
class BackgroundEvaluation {
 public:
  /// Throws SceneError where the scene can't be evaluated, Cancelled where that is wished. Only one
  /// call runs at a time; all are on the same thread.
  using Evaluate = std::function<std::shared_ptr<const Evaluation>(const Scene&, Progress&)>;

  /// What became of a wanted scene.
  struct Answer {
    std::shared_ptr<const Evaluation> evaluation;  ///< null where there was a problem
    std::optional<Problem> problem;
    bool is_newest = false;  ///< nothing else is wanted since
  };

  /// `ready` is called on the other thread when an answer can be taken.
  /// After `finishes_within` from its start, one that is not the newest is cancelled.
  explicit BackgroundEvaluation(
      Evaluate evaluate, std::function<void()> ready = {},
      std::chrono::nanoseconds finishes_within = std::chrono::milliseconds(400));
  /// Cancels what runs, and waits for its end.
  ~BackgroundEvaluation();
  BackgroundEvaluation(const BackgroundEvaluation&) = delete;
  BackgroundEvaluation& operator=(const BackgroundEvaluation&) = delete;

  void want(Scene scene);

  /// The latest answer that was not taken yet. Waits for that to the newest scene, up to
  /// `patience`.
  std::optional<Answer> take(std::chrono::nanoseconds patience);

  bool has_answer() const;
  /// Whether an answer is still to come, or to be taken.
  bool is_busy() const;
  /// How much of what runs is done, 0…1; nothing where that is not known.
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
  std::shared_ptr<Progress> runs_;  ///< null where nothing does
  Progress::Clock::time_point started_, wanted_at_, rests_until_;
  const std::chrono::nanoseconds finishes_within_;
  bool ends_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace attn
