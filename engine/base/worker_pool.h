#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Threads that wait for work, to share with the one that has it. They start with the first work
/// and end with the pool.
class WorkerPool {
 public:
  /// Where workers run: on any CPU but the caller's, which is fastest where nothing else runs, or
  /// wherever the system puts them, which is better beside threads that go first.
  enum class Affinity { kOffCaller, kAnywhere };

  /// `threads` counts the caller too; 0 means as many as the machine runs at once.
  explicit WorkerPool(int threads = 0, Affinity affinity = Affinity::kOffCaller);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// The pool that the program shares.
  static WorkerPool& shared();

  int threads() const { return threads_; }

  /// Wakes the workers for a job that comes within microseconds: waking takes as long.
  void alert();

  /// Calls work(n, worker) for all n below `count`, in any order and on any thread; `worker` is
  /// below threads() and no two calls at once have the same. Returns when all are done; what the
  /// first failing call threw is thrown again. While the pool works for another caller, this one
  /// works alone, and is worker 0 too. Each worker begins with its part's last one if `backwards`.
  template <typename Work>
  void run(Index count, const Work& work, bool backwards = false) {
    run_job(
        count,
        [](const void* context, Index n, int worker) {
          (*static_cast<const Work*>(context))(n, worker);
        },
        &work, backwards);
  }

 private:
  using Call = void (*)(const void* context, Index n, int worker);

  void run_job(Index count, Call call, const void* context, bool backwards);
  void start_workers();
  void keep_workers_off_caller();
  void wait_for_jobs(int worker);
  void take_part(int worker);

  const int threads_;
  const Affinity affinity_;
  std::vector<std::thread> workers_;
  std::atomic<bool> in_use_ = false;
  int cpu_of_caller_ = -1;  ///< where workers are not to run

  // The open job. `call_`, `context_` and the ends of `parts_` change only under `mutex_`, while
  // nobody takes part.
  std::mutex mutex_;
  std::atomic<unsigned> jobs_ = 0;  ///< that were opened or announced, ever
  bool open_ = false;
  bool ending_ = false;
  Call call_ = nullptr;
  const void* context_ = nullptr;
  /// What is left of each worker's part of the job. Those who have done theirs help others; in
  /// one job after another alike a worker has the same part, which then is in its core's cache.
  struct alignas(64) Part {
    std::atomic<Index> next = 0;
    Index end = 0;
    Index mirror = -1;  ///< backwards, what n and the task are together; or -1
  };
  std::vector<Part> parts_;
  std::atomic<int> taking_part_ = 0;
  std::exception_ptr failure_;
};

}  // namespace attn
