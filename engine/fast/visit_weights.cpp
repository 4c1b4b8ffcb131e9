#include "engine/fast/visit_weights.h"

#include "engine/fast/live_evaluation.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

void visit_weights(const Scene& scene, std::span<const std::size_t> heads,
                   const WeightVisitor& visit) {
  LiveEvaluation(fastest_kernels(), WorkerPool::shared()).visit(scene, heads, visit);
}

}  // namespace attn
