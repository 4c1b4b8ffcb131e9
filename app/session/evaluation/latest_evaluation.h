#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "app/session/evaluation/background_evaluation.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// By the engine's fastest path, each scene from what is left of those before.
BackgroundEvaluation::Evaluate fastest_evaluation();

/// The latest evaluation of a scene that is edited, which is there while a newer one is made beside
/// the caller. For one thread.
class LatestEvaluation {
 public:
  /// Of `first`, which it waits for. `wake` is called on another thread when there is something to
  /// take(); without it calls wait for what they ask for.
  LatestEvaluation(const Scene& first, std::function<void()> wake,
                   BackgroundEvaluation::Evaluate evaluate);

  const Evaluation& operator*() const { return *evaluation_; }
  const Evaluation* operator->() const { return evaluation_.get(); }
  const std::shared_ptr<const Evaluation>& shared() const { return evaluation_; }
  /// Another one for each.
  std::size_t number() const { return number_; }

  /// From now on another scene is asked for.
  void want(const Scene& scene);
  /// Nothing else is: it is of `scene`.
  void stay(const Scene& scene);
  /// Whether that one is asked for, or was last.
  bool wants(const Scene& scene) const;
  /// Whether it is of that one, and will stay it.
  bool is_of(const Scene& scene) const;

  /// How long is waited for what is asked for.
  enum class Patience { kNone, kEdit, kOpening };
  struct Newest {
    std::optional<Problem> problem;  ///< of the scene; then the evaluation stays
    bool is_newest = false;          ///< it is of the scene that is asked for
  };
  /// Takes what was made since. An evaluation that `lacks` something is not taken but asked for
  /// once more.
  std::optional<Newest> take(
      Patience patience,
      const std::function<bool(const std::shared_ptr<const Evaluation>&)>& lacks);
  bool has_answer() const { return background_.has_answer(); }

  /// Whether it is of an earlier scene than the one asked for; for how many seconds now.
  bool is_behind() const { return behind_since_.has_value(); }
  double seconds_behind() const;
  /// How much of that is done, 0…1; nothing where that is not known.
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
