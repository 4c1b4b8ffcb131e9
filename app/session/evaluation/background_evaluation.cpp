#include "app/session/evaluation/background_evaluation.h"

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/files/thread_priority.h"

namespace attn {
namespace {

using namespace std::chrono_literals;

/// Evaluations longer than a frame are followed by a pause while requests keep coming: the caller's
/// threads have the machine for most frames.
constexpr auto kLong = 8ms, kRest = 60ms;
/// No pause if there were no newer requests for this time.
constexpr auto kPause = 40ms;

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

void BackgroundEvaluation::want(Scene scene) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(scene);
    wanted_at_ = Progress::Clock::now();
    if (answer_) answer_->is_newest = false;
    if (runs_) runs_->cancel_after(started_ + finishes_within_);
  }
  wanted_changed_.notify_all();
}

std::optional<BackgroundEvaluation::Answer> BackgroundEvaluation::take(
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
    return Answer{nullptr, Problem{"", in_words(error)}};
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
  let_others_go_first();
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

}  // namespace attn
