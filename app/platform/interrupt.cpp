#include "app/platform/interrupt.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "app/platform/descriptor.h"
#include "app/platform/end_signals.h"
#include "app/platform/unfinished.h"

namespace attn {
namespace {

constexpr int kInterrupted = 1;

// Variables read by the signal handler; only changed while signals are blocked.
std::string interrupted_line;
int told_on = STDERR_FILENO;  // still valid while the output of graphics drivers is suppressed
std::vector<std::string> due_outputs;
bool is_end_known = false;  // the command is complete when no output is due
int status_when_done = 0;
std::atomic<int> asks_by = -1;  // the pipe of an AskedToEnd
static_assert(std::atomic<int>::is_always_lock_free);

constexpr char kNoSignal = 0;

void answer(int signal) {
  const int error = errno;
  if (const int pipe = asks_by.exchange(-1); pipe >= 0) {
    const char byte = static_cast<char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(pipe, &byte, 1);
    errno = error;
    return;
  }
  remove_unfinished();
  if (is_end_known && due_outputs.empty()) ::_exit(status_when_done);
  [[maybe_unused]] const ssize_t written =
      ::write(told_on, interrupted_line.data(), interrupted_line.size());
  ::_exit(kInterrupted);
}

}  // namespace

namespace interrupt {

void begin(std::string line) {
  // Clears a progress line.
  const std::string_view clear = ::isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "";
  interrupted_line = std::string(clear) + std::move(line) + "\n";
  const int copy = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy >= 0) told_on = copy;
  struct sigaction action {};
  action.sa_handler = answer;
  action.sa_flags = SA_RESTART;  // restarts system calls if the program continues after the signal
  for (const int signal : kEndingSignals) ::sigaddset(&action.sa_mask, signal);
  for (const int signal : kEndingSignals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

void expect_outputs(std::vector<std::string> paths) {
  const HeldSignals held;
  is_end_known = !paths.empty();
  due_outputs = std::move(paths);
}

void set_exit_status(int status) {
  const HeldSignals held;
  status_when_done = status;
}

void done(int status) {
  const HeldSignals held;
  is_end_known = true;
  due_outputs.clear();
  status_when_done = status;
}

}  // namespace interrupt

void settle_output(const std::string& path) {
  const HeldSignals held;
  std::erase(due_outputs, path);
}

AskedToEnd::AskedToEnd(std::function<void()> ask) {
  // The pipe is never closed, as a handler may be about to write to it.
  if (::pipe2(pipe_, O_CLOEXEC) != 0) fail_with(errno);
  waiter_ = std::thread([from = pipe_[0], ask = std::move(ask)] {
    char byte = kNoSignal;
    while (::read(from, &byte, 1) < 0 && errno == EINTR) {
    }
    if (byte != kNoSignal) ask();
  });
  asks_by = pipe_[1];
}

AskedToEnd::~AskedToEnd() {
  asks_by = -1;
  [[maybe_unused]] const ssize_t written = ::write(pipe_[1], &kNoSignal, 1);
  waiter_.join();
}

}  // namespace attn
