#include "engine/evaluate.h"

#include <utility>

#include "engine/kernel_choice.h"
#include "engine/live_evaluation.h"
#include "engine/worker_pool.h"

namespace attn {

Trace evaluate(const Scene& scene) {
  LiveEvaluation live(fastest_kernels(), WorkerPool::shared());
  live.bring(scene);
  return std::move(live).trace();
}

}  // namespace attn
