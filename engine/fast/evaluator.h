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

/// Maximum memory of one evaluation of `scene`, in bytes.
double bytes_of_one(const Scene& scene);

/// Maximum memory of an evaluator for scenes of this size, in bytes: it stores two evaluations.
double bytes_needed(const Scene& scene);

/// Evaluates a sequence of scenes, reusing numbers of previous ones. Not thread-safe.
class Evaluator {
 public:
  explicit Evaluator(const Kernels& kernels = fastest_kernels(),
                     WorkerPool& pool = WorkerPool::shared());
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// `scene` must pass check(). Throws SceneError if a number exceeds float32's range, with the
  /// same place as the reference. The result is constant while referenced; released results are
  /// reused. Throws Cancelled soon after `progress` was cancelled from another thread.
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

/// Computes the weights of several distinct heads, in blocks of rows, without storing them. `visit`
/// is called concurrently, in any order, once for each row of each head. `scene` must pass check().
/// Throws SceneError as evaluate() does, except for outputs.
void visit_weights(const Scene& scene, std::span<const std::size_t> heads,
                   const WeightVisitor& visit);

}  // namespace attn
