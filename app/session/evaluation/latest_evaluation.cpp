#include "app/session/evaluation/latest_evaluation.h"

#include <utility>

#include "app/document/scene_file/scene_parts.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

using namespace std::chrono_literals;

/// Time limit of a frame, and an unnoticeable delay when opening a file.
constexpr std::chrono::nanoseconds kFrame = 4ms, kOpening = 100ms, kForever = 24h;

}  // namespace

BackgroundEvaluation::Evaluate fastest_evaluation() {
  struct Engine {
    WorkerPool pool{0, WorkerPool::Affinity::kAnywhere};  // with the caller's priority
    Evaluator evaluator{fastest_kernels(), pool};
  };
  return [engine = std::make_shared<Engine>()](const Scene& scene, Progress& progress) {
    return engine->evaluator.evaluate(scene, &progress);
  };
}

LatestEvaluation::LatestEvaluation(const Scene& first, std::function<void()> wake,
                                   BackgroundEvaluation::Evaluate evaluate)
    : evaluation_(Evaluator().evaluate(first)),
      wanted_(evaluation_->scene),
      waits_(!wake),
      background_(std::move(evaluate), std::move(wake)) {}

void LatestEvaluation::want(const Scene& scene) {
  wanted_ = scene;
  if (!behind_since_) behind_since_ = std::chrono::steady_clock::now();
  background_.want(scene);
}

void LatestEvaluation::stay(const Scene& scene) {
  wanted_ = scene;
  behind_since_.reset();
}

bool LatestEvaluation::wants(const Scene& scene) const { return same_but_view(scene, wanted_); }

bool LatestEvaluation::is_of(const Scene& scene) const {
  return !background_.is_busy() && same_but_view(scene, evaluation_->scene);
}

/// Evaluations longer than a frame are not awaited: the last duration decides.
std::chrono::nanoseconds LatestEvaluation::time_of(Patience patience) const {
  if (patience == Patience::kNone) return 0ns;
  if (waits_) return kForever;
  if (patience == Patience::kOpening) return kOpening;
  const std::chrono::duration<double> last(evaluation_->seconds);
  return last < 2 * kFrame ? kFrame : 0ns;
}

std::optional<LatestEvaluation::Newest> LatestEvaluation::take(
    Patience patience, const std::function<bool(const std::shared_ptr<const Evaluation>&)>& lacks) {
  auto made = background_.take(time_of(patience));
  if (!made) return std::nullopt;
  if (lacks(made->evaluation)) {
    background_.want(wanted_);
    return std::nullopt;
  }
  if (made->is_newest) behind_since_.reset();
  if (!made->problem) {
    evaluation_ = std::move(made->evaluation);
    ++number_;
  }
  return Newest{std::move(made->problem), made->is_newest};
}

double LatestEvaluation::seconds_behind() const {
  if (!behind_since_) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - *behind_since_).count();
}

}  // namespace attn
