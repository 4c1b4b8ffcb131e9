#include "engine/evaluator.h"

#include <chrono>

#include "engine/live_evaluation.h"

namespace attn {

Evaluator::Evaluator(const Kernels& kernels, WorkerPool& pool) : kernels_(kernels), pool_(pool) {}

Evaluator::~Evaluator() = default;

std::shared_ptr<LiveEvaluation> Evaluator::free_evaluation() {
  for (const auto& kept : kept_) {
    if (kept.use_count() > 1) continue;
    // Counting once more waits for what other threads read before they let go of it.
    return kept;
  }
  // All are in use. The latest will soon be let go of; what others keep is theirs alone.
  std::erase_if(kept_, [&](const auto& kept) { return kept.get() != latest_; });
  return kept_.emplace_back(std::make_shared<LiveEvaluation>(kernels_, pool_));
}

std::shared_ptr<const Evaluation> Evaluator::evaluate(const Scene& scene) {
  const std::shared_ptr<LiveEvaluation> live = free_evaluation();
  live->bring(scene);
  latest_ = live.get();
  return {live, &live->evaluation()};
}

}  // namespace attn
