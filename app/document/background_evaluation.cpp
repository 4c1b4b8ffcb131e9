#include "app/document/background_evaluation.h"

#include <utility>

namespace attn {

BackgroundEvaluation::BackgroundEvaluation(Evaluate evaluate, std::function<void()> ready)
    : evaluate_(std::move(evaluate)), ready_(std::move(ready)), thread_([this] { work(); }) {}

BackgroundEvaluation::~BackgroundEvaluation() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wanted_changed_.notify_all();
  thread_.join();
}

void BackgroundEvaluation::want(Scene scene) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(scene);
    if (answer_) answer_->is_newest = false;
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

void BackgroundEvaluation::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wanted_changed_.wait(lock, [this] { return wanted_ || ends_; });
    if (ends_) return;
    const Scene scene = std::move(*wanted_);
    wanted_.reset();
    runs_ = true;
    lock.unlock();
    Answer answer;
    try {
      answer.evaluation = evaluate_(scene);
    } catch (const SceneError& error) {
      answer.problem = error.problem();
    } catch (const std::exception& error) {  // out of memory, say
      answer.problem = Problem{"", error.what()};
    }
    lock.lock();
    runs_ = false;
    answer.is_newest = !wanted_;
    // A problem of a scene that nobody wants any more is none.
    if (answer.is_newest || !answer.problem) answer_ = std::move(answer);
    answered_.notify_all();
    if (answer_ && ready_) {
      lock.unlock();
      ready_();
      lock.lock();
    }
  }
}

}  // namespace attn
