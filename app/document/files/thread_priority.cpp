#include "app/document/files/thread_priority.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace attn {
namespace {

struct FramesInWork {
  std::mutex mutex{};
  std::condition_variable ends{};
  int frames = 0;
};

FramesInWork& in_work() {
  static FramesInWork one;
  return one;
}

}  // namespace

void let_others_go_first() {
#ifdef __linux__
  // About a tenth of a core that another thread wants too.
  constexpr int kNice = 10;
  const auto thread = static_cast<id_t>(::syscall(SYS_gettid));
  ::setpriority(PRIO_PROCESS, thread, kNice);
#endif
}

DrawnBySoftware::DrawnBySoftware() {
  const std::lock_guard lock(in_work().mutex);
  ++in_work().frames;
}

DrawnBySoftware::~DrawnBySoftware() {
  {
    const std::lock_guard lock(in_work().mutex);
    --in_work().frames;
  }
  in_work().ends.notify_all();
}

void wait_while_drawn() {
  constexpr std::chrono::milliseconds kLongestFrame{16};
  std::unique_lock lock(in_work().mutex);
  in_work().ends.wait_for(lock, kLongestFrame, [] { return in_work().frames == 0; });
}

}  // namespace attn
