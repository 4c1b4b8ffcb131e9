#include "app/session/evaluation/worker.h"

#include <exception>
#include <utility>

#include "app/document/files/problem_line.h"

namespace attn {

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    cancelled_ = true;
  }
  wakes_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::start(Work work) {
  if (is_busy_) return;
  {
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
    end_.reset();
    cancelled_ = false;
    progress_ = 0;
    is_busy_ = true;
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  wakes_.notify_one();
}

std::optional<Worker::End> Worker::take_end() {
  const std::lock_guard lock(mutex_);
  if (end_) is_busy_ = false;
  return std::exchange(end_, std::nullopt);
}

Worker::End Worker::done(const Work& work) {
  const Watch watch{[this](int done, int total) {
                      progress_ = static_cast<float>(done) / static_cast<float>(total);
                    },
                    &cancelled_};
  try {
    work(watch);
    return {};
  } catch (const Cancelled&) {
    return {.was_cancelled = true};
  } catch (const std::exception& error) {
    return {error_message(error)};
  }
}

void Worker::run() {
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      wakes_.wait(lock, [this] { return is_over_ || work_; });
      if (is_over_) return;
      work = std::exchange(work_, nullptr);
    }
    End end = done(work);
    work = nullptr;  // destroys the captures of `work` on the thread that used them
    const std::lock_guard lock(mutex_);
    end_ = std::move(end);
  }
}

}  // namespace attn
