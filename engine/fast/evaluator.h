#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"
#include "engine/base/progress.h"
#include "engine/base/worker_pool.h"
#include "engine/fast/weights.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

/// How much memory one evaluation of `scene` takes at most.
double bytes_of_one(const Scene& scene);

/// How much memory an evaluator takes at most for evaluations of scenes of this size, of which it
/// keeps two.
double bytes_needed(const Scene& scene);

/// Evaluates one scene after another, each from the numbers of those before. For use by one
/// thread at a time.
class Evaluator {
 public:
  explicit Evaluator(const Kernels& kernels = fastest_kernels(),
                     WorkerPool& pool = WorkerPool::shared());
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// `scene` must pass check(). Throws SceneError where a number leaves float32's range, at the
  /// same place as the reference. What is returned stays as it is while it is kept; what is let go
  /// of is used again.
  /// Throws Cancelled soon after `progress` was cancelled, from another thread.
  std::shared_ptr<const Evaluation> evaluate(const Scene& scene, Progress* progress = nullptr);

 private:
  struct Kept;

  std::shared_ptr<Kept> unused() const;
  std::shared_ptr<Kept> free_evaluation(const Scene& scene, const Progress* progress);

  const Kernels& kernels_;
  WorkerPool& pool_;
  std::vector<std::shared_ptr<Kept>> kept_;  ///< two: one is shown, the other comes next
  const Kept* latest_ = nullptr;
};

/// Computes the weights of some heads, of which none is named twice, a block of rows at a time and
/// keeps none of them: for what needs less of them than there are. `visit` is called from several
/// threads at once, in any order, once for each row of each head. `scene` must pass check(). Throws
/// SceneError as evaluate() does, but for outputs.
void visit_weights(const Scene& scene, std::span<const std::size_t> heads,
                   const WeightVisitor& visit);

}  // namespace attn
