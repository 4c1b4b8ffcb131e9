#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/document/evaluation.h"
#include "engine/problem.h"

namespace attn {

/// Evaluates scenes beside its caller, on a thread of its own: always the newest that is wanted.
/// What else was wanted meanwhile is left out, so that answers come as fast as they can be made.
class BackgroundEvaluation {
 public:
  /// Throws SceneError where the scene can't be evaluated. Only one call runs at a time.
  using Evaluate = std::function<std::shared_ptr<const Evaluation>(const Scene&)>;

  /// What became of a wanted scene.
  struct Answer {
    std::shared_ptr<const Evaluation> evaluation;  ///< null where there was a problem
    std::optional<Problem> problem;
    bool is_newest = false;  ///< nothing else is wanted since
  };

  /// `ready` is called on the other thread when an answer can be taken.
  explicit BackgroundEvaluation(Evaluate evaluate, std::function<void()> ready = {});
  /// Waits for what runs.
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

 private:
  void work();

  Evaluate evaluate_;
  std::function<void()> ready_;
  mutable std::mutex mutex_;
  std::condition_variable wanted_changed_, answered_;
  std::optional<Scene> wanted_;
  std::optional<Answer> answer_;
  bool runs_ = false, ends_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace attn
