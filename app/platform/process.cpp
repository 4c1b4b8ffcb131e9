#include "app/platform/process.h"

#include <csignal>
#include <cstdio>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace attn {

long process_number() { return ::getpid(); }

bool is_error_on_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void report_failed_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int hide_errors() {
  std::fflush(stderr);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return -1;
  const int hidden = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (hidden >= 0) ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
  return hidden;
}

void show_errors(int hidden) {
  if (hidden < 0) return;
  std::fflush(stderr);
  ::dup2(hidden, STDERR_FILENO);
  ::close(hidden);
}

void lower_thread_priority() {
#ifdef __linux__
  // About a tenth of a core under competition.
  constexpr int kNice = 10;
  const auto thread = static_cast<id_t>(::syscall(SYS_gettid));
  ::setpriority(PRIO_PROCESS, thread, kNice);
#endif
}

int run_with_input(const char* const* command, const std::string& path,
                   std::chrono::seconds patience) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, path.c_str(), O_RDONLY, 0);
  // The owner outlives the window: it must not hold the reader of the window's output.
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // Nor the locks of our files, which say that this window is open.
#ifdef __GLIBC__
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
#endif
  pid_t process = 0;
  const int problem = posix_spawnp(&process, command[0], &files, nullptr,
                                   const_cast<char* const*>(command), environ);
  posix_spawn_file_actions_destroy(&files);
  if (problem != 0) return -1;
  constexpr std::chrono::milliseconds kPause{10};
  const auto end = std::chrono::steady_clock::now() + patience;
  int status = 0;
  while (waitpid(process, &status, WNOHANG) != process) {
    if (std::chrono::steady_clock::now() > end) kill(process, SIGKILL);
    std::this_thread::sleep_for(kPause);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace attn
