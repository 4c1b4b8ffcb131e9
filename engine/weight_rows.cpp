#include "engine/weight_rows.h"

#include "engine/kernel_choice.h"
#include "engine/live_evaluation.h"

namespace attn {

void visit_weights(const Scene& scene, std::size_t head, const WeightVisitor& visit) {
  LiveEvaluation(fastest_kernels(), WorkerPool::shared()).visit(scene, head, visit);
}

}  // namespace attn
