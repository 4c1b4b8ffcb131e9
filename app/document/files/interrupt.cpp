#include "app/document/files/interrupt.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "app/document/files/descriptor.h"
#include "app/document/files/unfinished.h"

namespace attn {
namespace {

constexpr int kInterrupted = 1;

struct Output {
  std::string path;
  bool is_settled = false;
};

// What a handler reads is changed with signals held only.
std::string interrupted_line;
int told_on = STDERR_FILENO;  // also while graphics drivers are kept quiet
std::vector<Output> due_outputs;
bool is_all_done = false;
int status_when_done = 0;
std::atomic<int> wishes_to = -1;  // where a wish is written
static_assert(std::atomic<int>::is_always_lock_free);

constexpr char kNoWish = 0;

/// It stays open: a handler may be about to write to it.
WishPipe wish_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_with(errno);
  return {ends[0], ends[1]};
}

bool is_all_settled() {
  return !due_outputs.empty() && std::ranges::all_of(due_outputs, &Output::is_settled);
}

void answer(int signal) {
  const int error = errno;
  if (const int pipe = wishes_to.exchange(-1); pipe >= 0) {
    const char wish = static_cast<char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(pipe, &wish, 1);
    errno = error;
    return;
  }
  remove_unfinished();
  if (is_all_done || is_all_settled()) ::_exit(status_when_done);
  [[maybe_unused]] const ssize_t written =
      ::write(told_on, interrupted_line.data(), interrupted_line.size());
  ::_exit(kInterrupted);
}

}  // namespace

namespace interrupt {

void begin(std::string line) {
  // What a person sees there is how far the work is.
  const std::string_view clear = ::isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "";
  interrupted_line = std::string(clear) + std::move(line) + "\n";
  const int copy = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy >= 0) told_on = copy;
  struct sigaction action {};
  action.sa_handler = answer;
  action.sa_flags = SA_RESTART;  // the window's calls go on after a wish
  for (const int signal : kEndingSignals) ::sigaddset(&action.sa_mask, signal);
  for (const int signal : kEndingSignals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

void expect_outputs(std::vector<std::string> paths) {
  const HeldSignals held;
  due_outputs.clear();
  for (std::string& path : paths) due_outputs.push_back({std::move(path)});
}

void will_end_as(int status) {
  const HeldSignals held;
  status_when_done = status;
}

void done(int status) {
  const HeldSignals held;
  is_all_done = true;
  status_when_done = status;
}

}  // namespace interrupt

void settle_output(const std::string& path) {
  const HeldSignals held;
  for (Output& output : due_outputs) {
    if (output.path == path) output.is_settled = true;
  }
}

AskedToEnd::AskedToEnd(std::function<void()> ask) : pipe_(wish_pipe()) {
  waiter_ = std::thread([from = pipe_.from, ask = std::move(ask)] {
    char wish = kNoWish;
    while (::read(from, &wish, 1) < 0 && errno == EINTR) {
    }
    if (wish != kNoWish) ask();
  });
  wishes_to = pipe_.to;
}

AskedToEnd::~AskedToEnd() {
  wishes_to = -1;
  [[maybe_unused]] const ssize_t written = ::write(pipe_.to, &kNoWish, 1);
  waiter_.join();
}

}  // namespace attn
