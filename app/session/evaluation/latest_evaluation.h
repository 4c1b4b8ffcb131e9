#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "app/session/evaluation/background_evaluation.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Evaluation by the engine's fastest path, reusing previous scenes.
BackgroundEvaluation::Evaluate fastest_evaluation();

/// Latest evaluation of an edited scene, available while a newer one is computed in the background.
/// Not thread-safe.
class LatestEvaluation {
 public:
  /// Evaluates `first` synchronously. `wake` is called on another thread when take() has a result;
  /// without it calls block.
  LatestEvaluation(const Scene& first, std::function<void()> wake,
                   BackgroundEvaluation::Evaluate evaluate);

  const Evaluation& operator*() const { return *evaluation_; }
  const Evaluation* operator->() const { return evaluation_.get(); }
  const std::shared_ptr<const Evaluation>& shared() const { return evaluation_; }
  /// Number of the current evaluation; differs for each evaluation.
  std::size_t number() const { return number_; }

  /// Requests the evaluation of another scene.
  void want(const Scene& scene);
  /// Sets the requested scene without an evaluation, because the current evaluation belongs to
  /// `scene` too.
  void stay(const Scene& scene);
  /// Returns whether `scene` is the last requested scene.
  bool wants(const Scene& scene) const;
  /// Returns whether the evaluation belongs to `scene`, and no other scene is requested.
  bool is_of(const Scene& scene) const;

  /// Time to wait for a requested result.
  enum class Patience { kNone, kEdit, kOpening };
  struct Newest {
    std::optional<Problem> problem;  ///< of the scene; then the evaluation stays
    bool is_newest = false;          ///< belongs to the last requested scene
  };
  /// Takes the newest result. An evaluation that `lacks` something is requested again instead.
  std::optional<Newest> take(
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
