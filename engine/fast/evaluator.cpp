#include "engine/fast/evaluator.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "engine/attention/shapes.h"
#include "engine/fast/fast.h"
#include "engine/fast/live_evaluation.h"
#include "engine/reference/parts.h"

namespace attn {

namespace {

constexpr int kKept = 2;

}  // namespace

double bytes_of_one(const Scene& scene) {
  const auto M = static_cast<double>(scene.query_count());
  const auto L = static_cast<double>(scene.key_count());
  const auto H = static_cast<double>(scene.heads.size());
  double numbers = numbers_in_trace(scene);  // of 4 bytes
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const auto k = static_cast<double>(width_of_k(scene, h));
    const auto v = static_cast<double>(width_of_v(scene, h));
    // Operands in double precision, and partial sums that edits update.
    numbers += 2 * (3 * M * k + 2 * L * k + (L + M) * (v + 16));
  }
  numbers += scene.masks.empty() ? 0 : M * L / 4;
  // The reference uses double precision, for one head at a time.
  if (!is_fast(scene)) numbers += M * L * (H + 6);
  numbers += 2 * (L * static_cast<double>(scene.embeddings->cols()) +
                  M * static_cast<double>(scene.query_embeddings().cols()));
  return 4 * numbers;
}

double bytes_needed(const Scene& scene) { return kKept * bytes_of_one(scene); }

Evaluator::Evaluator(const Kernels& kernels, WorkerPool& pool) : kernels_(kernels), pool_(pool) {}

Evaluator::~Evaluator() = default;

/// Evaluation, and a flag whether users still reference it.
struct Evaluator::Kept {
  Kept(const Kernels& kernels, WorkerPool& pool) : live(kernels, pool) {}

  /// Shared with users until the last of them releases it.
  static std::shared_ptr<const Evaluation> hand_out(const std::shared_ptr<Kept>& kept) {
    kept->is_out.store(true, std::memory_order_relaxed);
    return {&kept->live.evaluation(),
            [kept](const Evaluation*) { kept->is_out.store(false, std::memory_order_release); }};
  }
  /// Acquire ordering: reads by other threads happen before reuse.
  bool is_free() const { return !is_out.load(std::memory_order_acquire); }

  LiveEvaluation live;
  std::atomic<bool> is_out = false;
};

std::shared_ptr<Evaluator::Kept> Evaluator::unused() const {
  const auto found = std::ranges::find_if(kept_, [](const auto& kept) { return kept->is_free(); });
  return found == kept_.end() ? nullptr : *found;
}

std::shared_ptr<Evaluator::Kept> Evaluator::free_evaluation(const Scene& scene,
                                                            const Progress* progress) {
  // The window releases the evaluation before the latest in its next frame. For large ones, waiting
  // is faster than allocating new memory.
  constexpr Index kLarge = 1 << 18;
  constexpr int kPatience = 40;  // milliseconds
  const bool waits = std::ssize(kept_) >= kKept &&
                     scene.query_count() * scene.key_count() * std::ssize(scene.heads) >= kLarge;
  for (int waited = 0;; ++waited) {
    if (auto found = unused()) return found;
    if (!waits || waited == kPatience || (progress && progress->is_cancelled())) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // All are in use. The latest will be released soon; the others stay with their users.
  std::erase_if(kept_, [&](const auto& kept) { return kept.get() != latest_; });
  return kept_.emplace_back(std::make_shared<Kept>(kernels_, pool_));
}

std::shared_ptr<const Evaluation> Evaluator::evaluate(const Scene& scene, Progress* progress) {
  const std::shared_ptr<Kept> kept = free_evaluation(scene, progress);
  kept->live.update_to(scene, LiveEvaluation::Weights::kNow, progress);
  latest_ = kept.get();
  return Kept::hand_out(kept);
}

void visit_weights(const Scene& scene, std::span<const std::size_t> heads,
                   const WeightVisitor& visit) {
  LiveEvaluation(fastest_kernels(), WorkerPool::shared()).visit(scene, heads, visit);
}

}  // namespace attn
