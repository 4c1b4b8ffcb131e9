#include "app/document/files/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace attn {

void let_others_go_first() {
#ifdef __linux__
  // About a tenth of a core that another thread wants too.
  constexpr int kNice = 10;
  const auto thread = static_cast<id_t>(::syscall(SYS_gettid));
  ::setpriority(PRIO_PROCESS, thread, kNice);
#endif
}

}  // namespace attn
