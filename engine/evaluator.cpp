#include "engine/evaluator.h"

#include <chrono>

#include "engine/live_evaluation.h"

namespace attn {

Evaluator::Evaluator(const Kernels& kernels, WorkerPool& pool) : kernels_(kernels), pool_(pool) {}

Evaluator::~Evaluator() = default;

std::shared_ptr<LiveEvaluation>& Evaluator::free_evaluation(const Scene&) {
  constexpr std::size_t kMost = 2;  // the one that is shown, and the next
  // What others still keep is theirs alone from now on.
  if (kept_.size() >= kMost) {
    std::erase_if(kept_,
                  [&](const auto& kept) { return kept != kept_.back() && kept.use_count() > 1; });
  }
  for (auto& kept : kept_) {
    if (kept.use_count() > 1) continue;
    // Counting once more waits for what other threads read before they let go of it.
    const std::shared_ptr<LiveEvaluation> counted = kept;
    return kept;
  }
  return kept_.emplace_back(std::make_shared<LiveEvaluation>(kernels_, pool_));
}

std::shared_ptr<const Evaluation> Evaluator::evaluate(const Scene& scene) {
  std::shared_ptr<LiveEvaluation>& live = free_evaluation(scene);
  live->bring(scene);
  return {live, &live->evaluation()};
}

}  // namespace attn
