#include "engine/fast/visit_weights.h"

#include "engine/fast/live_evaluation.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

void visit_weights(const Scene& scene, std::size_t head, const WeightVisitor& visit) {
  LiveEvaluation(fastest_kernels(), WorkerPool::shared()).visit(scene, head, visit);
}

}  // namespace attn
