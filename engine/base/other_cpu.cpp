#include "engine/base/other_cpu.h"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace attn {

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
