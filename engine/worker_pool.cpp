#include "engine/worker_pool.h"

#include <algorithm>
#include <utility>

namespace attn {
namespace {

/// How often a worker looks for the next job before it sleeps: jobs follow each other within
/// microseconds, and waking takes longer than that.
constexpr int kLooks = 2000;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

struct Release {
  std::atomic<bool>& in_use;
  ~Release() { in_use.store(false, std::memory_order_release); }
};

int threads_of(int wanted) {
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

WorkerPool::WorkerPool(int threads)
    : threads_(threads_of(threads)), parts_(static_cast<std::size_t>(threads_)) {}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    ++jobs_;
  }
  opened_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

WorkerPool& WorkerPool::shared() {
  static WorkerPool pool;
  return pool;
}

void WorkerPool::start_workers() {
  while (static_cast<int>(workers_.size()) < threads_ - 1) {
    const int worker = static_cast<int>(workers_.size()) + 1;
    workers_.emplace_back([this, worker] { wait_for_jobs(worker); });
  }
}

void WorkerPool::run_job(Index count, Call call, const void* context) {
  if (count <= 1 || threads_ == 1 || in_use_.exchange(true, std::memory_order_acquire)) {
    for (Index n = 0; n < count; ++n) call(context, n, 0);
    return;
  }
  const Release release{in_use_};
  start_workers();
  {
    const std::lock_guard lock(mutex_);
    call_ = call;
    context_ = context;
    for (int n = 0; n < threads_; ++n) {
      Part& part = parts_[static_cast<std::size_t>(n)];
      part.next = count * n / threads_;
      part.end = count * (n + 1) / threads_;
    }
    failure_ = nullptr;
    open_ = true;
    ++jobs_;
  }
  opened_.notify_all();
  take_part(0);
  {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  for (int look = 0; taking_part_.load(std::memory_order_acquire) > 0; ++look) {
    look < kLooks ? relax() : std::this_thread::yield();
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::wait_for_jobs(int worker) {
  unsigned seen = 0;
  while (true) {
    for (int look = 0; look < kLooks && jobs_.load(std::memory_order_acquire) == seen; ++look) {
      relax();
    }
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [&] { return jobs_.load(std::memory_order_relaxed) != seen; });
    seen = jobs_.load(std::memory_order_relaxed);
    if (ending_) return;
    if (!open_) continue;
    taking_part_.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    take_part(worker);
    taking_part_.fetch_sub(1, std::memory_order_release);
  }
}

void WorkerPool::take_part(int worker) {
  try {
    for (int n = 0; n < threads_; ++n) {
      Part& part = parts_[static_cast<std::size_t>((worker + n) % threads_)];
      for (Index task; (task = part.next.fetch_add(1, std::memory_order_relaxed)) < part.end;) {
        call_(context_, task, worker);
      }
    }
  } catch (...) {
    for (Part& part : parts_) part.next = part.end;
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace attn
