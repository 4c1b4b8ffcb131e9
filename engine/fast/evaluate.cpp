#include "engine/fast/evaluate.h"

#include <utility>

#include "engine/base/worker_pool.h"
#include "engine/fast/live_evaluation.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

Trace evaluate(const Scene& scene) {
  LiveEvaluation live(fastest_kernels(), WorkerPool::shared());
  live.update_to(scene);
  return std::move(live).trace();
}

}  // namespace attn
