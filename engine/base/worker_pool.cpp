#include "engine/base/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include <pthread.h>
#include <sched.h>

namespace attn {
namespace {

/// Time for which a worker spins before it sleeps: about the cost of waking.
constexpr std::chrono::microseconds kPatience{300};
/// Number of polls before a worker yields its CPU.
constexpr int kLooks = 2000;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Polls `seen()` for kPatience; returns false if it stayed false.
template <typename Seen>
bool look_for(const Seen& seen) {
  for (int look = 0; look < kLooks; ++look) {
    if (seen()) return true;
    relax();
  }
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    for (int look = 0; look < 32; ++look) {
      if (seen()) return true;
      relax();
    }
    std::this_thread::yield();
  }
  return false;
}

struct ReleaseAtEnd {
  std::atomic<bool>& in_use;
  ~ReleaseAtEnd() { in_use.store(false, std::memory_order_release); }
};

int threads_of([[maybe_unused]] int wanted) {
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  return 1;  // no thread can be started
#else
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#endif
}

}  // namespace

WorkerPool::WorkerPool(int threads, Affinity affinity)
    : threads_(threads_of(threads)),
      affinity_(affinity),
      parts_(static_cast<std::size_t>(threads_)) {}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  alert();
  for (std::thread& worker : workers_) worker.join();
}

WorkerPool& WorkerPool::shared() {
  static WorkerPool pool;
  return pool;
}

void WorkerPool::start_workers() {
  while (static_cast<int>(workers_.size()) < threads_ - 1) {
    const int worker = static_cast<int>(workers_.size()) + 1;
    try {
      workers_.emplace_back([this, worker] { wait_for_jobs(worker); });
    } catch (const std::exception&) {
      return;  // no thread or memory for it now: those that are here do its part
    }
  }
}

/// Systems tend to wake a thread on the waker's CPU: it would run instead of the caller, while
/// another CPU is idle.
void WorkerPool::keep_workers_off_caller() {
  const int cpu = current_cpu();
  if (cpu == cpu_of_caller_) return;
  cpu_of_caller_ = cpu;
  for (std::thread& worker : workers_) keep_off_cpu(worker, cpu);
}

void WorkerPool::alert() {
  ++jobs_;
  jobs_.notify_all();
}

void WorkerPool::run_job(Index count, Call call, const void* context, bool backwards) {
  if (count <= 1 || threads_ == 1 || in_use_.exchange(true, std::memory_order_acquire)) {
    for (Index n = 0; n < count; ++n) call(context, backwards ? count - 1 - n : n, 0);
    return;
  }
  const ReleaseAtEnd release{in_use_};
  start_workers();
  if (affinity_ == Affinity::kOffCaller) keep_workers_off_caller();
  {
    const std::lock_guard lock(mutex_);
    call_ = call;
    context_ = context;
    for (int n = 0; n < threads_; ++n) {
      Part& part = parts_[static_cast<std::size_t>(n)];
      part.next = count * n / threads_;
      part.end = count * (n + 1) / threads_;
      part.mirror = backwards ? count * n / threads_ + part.end - 1 : -1;
    }
    failure_ = nullptr;
    open_ = true;
  }
  alert();
  take_part(0);
  {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  while (!look_for([&] { return taking_part_.load(std::memory_order_acquire) == 0; })) {
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::wait_for_jobs(int worker) {
  unsigned seen = 0;
  while (true) {
    const auto is_new = [&] { return jobs_.load(std::memory_order_acquire) != seen; };
    if (!look_for(is_new)) jobs_.wait(seen);
    std::unique_lock lock(mutex_);
    seen = jobs_.load();
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
        call_(context_, part.mirror < 0 ? task : part.mirror - task, worker);
      }
    }
  } catch (...) {
    for (Part& part : parts_) part.next = part.end;
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

int current_cpu() {
#ifdef __linux__
  return sched_getcpu();
#else
  return -1;
#endif
}

void keep_off_cpu([[maybe_unused]] std::thread& thread, [[maybe_unused]] int cpu) {
#ifdef __linux__
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof cpus, &cpus) != 0 || CPU_COUNT(&cpus) < 2) return;
  CPU_CLR(static_cast<std::size_t>(cpu), &cpus);
  pthread_setaffinity_np(thread.native_handle(), sizeof cpus, &cpus);
#endif
}

}  // namespace attn
