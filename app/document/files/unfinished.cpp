#include "app/document/files/unfinished.h"

#include <atomic>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "app/document/files/descriptor.h"

namespace attn {
namespace {

constexpr const char* kPattern = ".attentoscope-XXXXXX";

// A handler can't wait for a mutex. It can for this: who holds it can't be interrupted by it.
std::atomic_flag is_held;
thread_local int holds = 0;
Unfinished* newest = nullptr;  // by is_held

void hold() {
  while (is_held.test_and_set(std::memory_order_acquire)) ::sched_yield();
}

}  // namespace

HeldSignals::HeldSignals() {
  sigset_t ending;
  ::sigemptyset(&ending);
  for (const int signal : kEndingSignals) ::sigaddset(&ending, signal);
  ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
  if (holds++ == 0) hold();
}

HeldSignals::~HeldSignals() {
  if (--holds == 0) is_held.clear(std::memory_order_release);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int Unfinished::make_file(const std::string& folder) {
  const HeldSignals held;
  path_ = folder + kPattern;
  const int fd = ::mkostemp(path_.data(), O_CLOEXEC);
  if (fd < 0) fail_with(errno);
  enlist();
  return fd;
}

void Unfinished::make_folder(const std::string& folder) {
  const HeldSignals held;
  path_ = folder + kPattern;
  if (!::mkdtemp(path_.data())) fail_with(errno);
  is_folder_ = true;
  enlist();
}

void Unfinished::expect(const std::string& path) {
  const HeldSignals held;
  path_ = path;
  enlist();
}

void Unfinished::enlist() {
  is_listed_ = true;
  older_ = std::exchange(newest, this);
  if (older_) older_->newer_ = this;
}

void Unfinished::let_go() {
  const HeldSignals held;
  if (!std::exchange(is_listed_, false)) return;
  (newer_ ? newer_->older_ : newest) = older_;
  if (older_) older_->newer_ = newer_;
}

void Unfinished::remove() {
  const HeldSignals held;
  if (!is_listed_) return;
  is_folder_ ? ::rmdir(path_.c_str()) : ::unlink(path_.c_str());
  let_go();
}

void remove_unfinished() {
  if (holds == 0) hold();
  for (const Unfinished* one = newest; one != nullptr; one = one->older_) {
    one->is_folder_ ? ::rmdir(one->path_.c_str()) : ::unlink(one->path_.c_str());
  }
}

}  // namespace attn
