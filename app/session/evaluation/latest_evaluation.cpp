#include "app/session/evaluation/latest_evaluation.h"

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/platform/process.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

using namespace std::chrono_literals;

/// Evaluations longer than a frame are followed by a pause while requests keep coming: the caller's
/// threads have the machine for most frames.
constexpr auto kLong = 8ms, kRest = 60ms;
/// No pause if there were no newer requests for this time.
constexpr auto kPause = 40ms;

/// Time limit of a frame, and an unnoticeable delay when opening a file.
constexpr std::chrono::nanoseconds kFrame = 4ms, kOpening = 100ms, kForever = 24h;

}  // namespace

BackgroundEvaluation::BackgroundEvaluation(Evaluate evaluate, std::function<void()> ready,
                                           std::chrono::nanoseconds finishes_within)
    : evaluate_(std::move(evaluate)),
      ready_(std::move(ready)),
      finishes_within_(finishes_within),
      thread_([this] { work(); }) {}

BackgroundEvaluation::~BackgroundEvaluation() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    if (runs_) runs_->cancel();
  }
  wanted_changed_.notify_all();
  thread_.join();
}

void BackgroundEvaluation::request(Scene scene) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(scene);
    wanted_at_ = Progress::Clock::now();
    if (answer_) answer_->is_newest = false;
    if (runs_) runs_->cancel_after(started_ + finishes_within_);
  }
  wanted_changed_.notify_all();
}

std::optional<BackgroundEvaluation::Answer> BackgroundEvaluation::take_answer(
    std::chrono::nanoseconds patience) {
  std::unique_lock lock(mutex_);
  answered_.wait_for(lock, patience, [this] { return !wanted_ && !runs_; });
  return std::exchange(answer_, std::nullopt);
}

bool BackgroundEvaluation::has_answer() const {
  const std::lock_guard lock(mutex_);
  return answer_.has_value();
}

bool BackgroundEvaluation::is_busy() const {
  const std::lock_guard lock(mutex_);
  return wanted_ || runs_ || answer_;
}

std::optional<double> BackgroundEvaluation::part_done() const {
  const std::lock_guard lock(mutex_);
  if (!runs_ || runs_->part() == 0) return std::nullopt;
  return runs_->part();
}

/// Evaluates the scene; empty if the evaluation was cancelled.
std::optional<BackgroundEvaluation::Answer> BackgroundEvaluation::answer_to(const Scene& scene,
                                                                            Progress& progress) {
  try {
    return Answer{evaluate_(scene, progress), std::nullopt};
  } catch (const Cancelled&) {
    return std::nullopt;
  } catch (const SceneError& error) {
    return Answer{nullptr, error.problem()};
  } catch (const std::exception& error) {
    return Answer{nullptr, Problem{"", error_message(error)}};
  }
}

/// Pauses while the caller requests one scene after another.
void BackgroundEvaluation::rest(std::unique_lock<std::mutex>& lock) {
  while (!ends_) {
    const auto until = std::min(rests_until_, wanted_at_ + kPause);
    if (Progress::Clock::now() >= until) return;
    wanted_changed_.wait_until(lock, until);
  }
}

void BackgroundEvaluation::work() {
  lower_thread_priority();
  std::unique_lock lock(mutex_);
  for (;;) {
    wanted_changed_.wait(lock, [this] { return wanted_ || ends_; });
    rest(lock);
    if (ends_) return;
    const Scene scene = std::move(*wanted_);
    wanted_.reset();
    const auto progress = runs_ = std::make_shared<Progress>();
    started_ = Progress::Clock::now();
    lock.unlock();
    std::optional<Answer> answer = answer_to(scene, *progress);
    lock.lock();
    const auto now = Progress::Clock::now();
    if (answer && now - started_ > kLong) rests_until_ = now + kRest;
    runs_.reset();
    if (answer) {
      answer->is_newest = !wanted_;
      // Problems of outdated scenes are ignored.
      if (answer->is_newest || !answer->problem) answer_.swap(answer);
    }
    const bool is_ready = answer_.has_value();
    answered_.notify_all();
    lock.unlock();
    answer.reset();  // the previous one can be large
    if (is_ready && ready_) ready_();
    lock.lock();
  }
}

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

void LatestEvaluation::request(const Scene& scene) {
  wanted_ = scene;
  if (!behind_since_) behind_since_ = std::chrono::steady_clock::now();
  background_.request(scene);
}

void LatestEvaluation::keep_evaluation_for(const Scene& scene) {
  wanted_ = scene;
  behind_since_.reset();
}

bool LatestEvaluation::is_requested(const Scene& scene) const {
  return same_but_view(scene, wanted_);
}

bool LatestEvaluation::belongs_to(const Scene& scene) const {
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

std::optional<LatestEvaluation::Newest> LatestEvaluation::take_newest(
    Patience patience, const std::function<bool(const std::shared_ptr<const Evaluation>&)>& lacks) {
  auto made = background_.take_answer(time_of(patience));
  if (!made) return std::nullopt;
  if (lacks(made->evaluation)) {
    background_.request(wanted_);
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
