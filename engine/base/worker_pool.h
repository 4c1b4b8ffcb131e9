#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Pool of threads that share work with the caller. They start with the first work and end with the
/// pool.
class WorkerPool {
 public:
  /// Placement of workers: on any CPU except the caller's, which is fastest on an idle machine, or
  /// chosen by the system, which is better next to threads of higher priority.
  enum class Affinity { kOffCaller, kAnywhere };

  /// `threads` includes the caller; 0: as many as the machine runs at once. Always 1 in WebAssembly
  /// that is compiled without threads.
  explicit WorkerPool(int threads = 0, Affinity affinity = Affinity::kOffCaller);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// The pool shared by the program.
  static WorkerPool& shared();

  int threads() const { return threads_; }

  /// Wakes the workers for a job within microseconds, as waking takes as long.
  void alert();

  /// Calls work(n, worker) for all n below `count`, in any order and on any thread; `worker` is
  /// below threads() and differs between concurrent calls. Returns when all are done; rethrows the
  /// exception of the first failed call. While the pool works for another caller, this one works
  /// alone, as worker 0. Each worker starts with the last item of its part if `backwards`.
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
  int cpu_of_caller_ = -1;  ///< CPU that workers avoid

  // The open job. `call_`, `context_` and the ends of `parts_` change only under `mutex_`, while
  // nobody takes part.
  std::mutex mutex_;
  std::atomic<unsigned> jobs_ = 0;  ///< total number of opened or announced jobs
  bool open_ = false;
  bool ending_ = false;
  Call call_ = nullptr;
  const void* context_ = nullptr;
  /// Remainder of each worker's part of the job. Workers that have finished help others; in similar
  /// successive jobs a worker gets the same part, which is then in its core's cache.
  struct alignas(64) Part {
    std::atomic<Index> next = 0;
    Index end = 0;
    Index mirror = -1;  ///< n + task is constant if backwards; else -1
  };
  std::vector<Part> parts_;
  std::atomic<int> taking_part_ = 0;
  std::exception_ptr failure_;
};

/// CPU of the calling thread; -1 if unknown.
int current_cpu();

/// Restricts `thread` to the caller's CPUs except `cpu`. A hint: ignored if the caller has no other
/// CPU, or the system does not support it.
void keep_off_cpu(std::thread& thread, int cpu);

}  // namespace attn
