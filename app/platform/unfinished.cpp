#include "app/platform/unfinished.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/platform/end_signals.h"

namespace attn {
namespace {

constexpr const char* kNameStart = ".attentoscope-";
/// A file kept for the user is not hidden, and never removed.
constexpr const char* kKeptStart = "attentoscope-unsaved-";

// Spin lock instead of a mutex, so that a signal handler can wait for it: its holder has blocked
// the signals.
std::atomic_flag is_held;
thread_local int hold_count = 0;
thread_local sigset_t signals_before;           // of the outermost hold
std::vector<const UnfinishedFile*> with_names;  // guarded by is_held

void hold() {
  while (is_held.test_and_set(std::memory_order_acquire)) ::sched_yield();
}

/// Exchanges the names of two files; in several steps if the file system has no atomic exchange.
/// Returns 0 or the error.
int exchange_names(const std::string& a, const std::string& b) {
  struct stat status {};
  if (::lstat(b.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return 0;
#endif
  const std::string aside = a + "-";
  if (std::rename(b.c_str(), aside.c_str()) != 0) return errno;
  if (std::rename(a.c_str(), b.c_str()) == 0) {
    return std::rename(aside.c_str(), a.c_str()) == 0 ? 0 : errno;
  }
  const int error = errno;
  std::rename(aside.c_str(), b.c_str());
  return error;
}

bool is_unfinished_name(const std::string& name) {
  const std::string_view start = kNameStart;
  return name.starts_with(start) && name.size() > start.size() &&
         name.find_first_not_of("0123456789-", start.size()) == name.npos;
}

/// Removes unfinished files of killed programs: ours, and older than a day. Once for each folder.
void clear_old(const std::string& folder) {
  constexpr std::time_t kDay = 24 * 60 * 60;
  static std::mutex mutex;
  static std::set<std::string> cleared;
  {
    const std::lock_guard lock(mutex);
    if (!cleared.insert(folder).second) return;
  }
  namespace fs = std::filesystem;
  std::error_code error;
  for (fs::directory_iterator at(folder + ".", error), end; !error && at != end;
       at.increment(error)) {
    const std::string path = at->path().string();
    struct stat status {};
    const bool is_old = is_unfinished_name(at->path().filename().string()) &&
                        ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
                        status.st_uid == ::geteuid() && status.st_mtime < std::time(nullptr) - kDay;
    if (is_old) ::unlink(path.c_str());
  }
}

}  // namespace

HeldSignals::HeldSignals() {
  sigset_t ending;
  ::sigemptyset(&ending);
  for (const int signal : kEndingSignals) ::sigaddset(&ending, signal);
  sigset_t before;
  ::pthread_sigmask(SIG_BLOCK, &ending, &before);
  if (hold_count++ > 0) return;
  signals_before = before;
  hold();
}

HeldSignals::~HeldSignals() {
  if (--hold_count > 0) return;
  is_held.clear(std::memory_order_release);
  ::pthread_sigmask(SIG_SETMASK, &signals_before, nullptr);
}

UnfinishedFile::UnfinishedFile(std::string folder, int permissions)
    : folder_(std::move(folder)), file_(make(permissions)) {
  clear_old(folder_);
}

UnfinishedFile::~UnfinishedFile() {
  const HeldSignals held;
  if (name_.empty()) return;
  ::unlink(name_.c_str());
  clear_name();
}

int UnfinishedFile::make(int permissions) {
  const auto mode = static_cast<mode_t>(permissions);
  constexpr int kFlags = O_RDWR | O_CLOEXEC;
  // An unnamed file can only be linked to a path through /proc.
  const bool can_link = ::access("/proc/self/fd", X_OK) == 0;
  int fd = can_link ? ::open((folder_ + ".").c_str(), O_TMPFILE | kFlags, mode) : -1;
  if (fd >= 0) return fd;
  const HeldSignals held;
  enlist();
  fd = ::open(name_.c_str(), O_CREAT | O_EXCL | kFlags, mode);
  if (fd < 0) clear_name();
  return fd;
}

void UnfinishedFile::enlist() {
  name_ = folder_ + kNameStart + std::to_string(std::random_device()());
  with_names.push_back(this);
}

void UnfinishedFile::set_name() {
  if (!name_.empty()) return;
  const HeldSignals held;
  enlist();
  const std::string link = "/proc/self/fd/" + std::to_string(get());
  if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name_.c_str(), AT_SYMLINK_FOLLOW) == 0) return;
  const int error = errno;
  clear_name();
  fail_with(error);
}

void UnfinishedFile::clear_name() {
  name_.clear();
  std::erase(with_names, this);
}

void UnfinishedFile::replace(const std::string& path, bool keeps_old) {
  set_name();
  file_.close();
  const int error = keeps_old ? exchange_names(name_, path) : ENOENT;
  if (error == 0) return;
  if (error != ENOENT) fail_with(error);
  if (std::rename(name_.c_str(), path.c_str()) != 0) fail_with(errno);
  clear_name();
}

void UnfinishedFile::undo_replace(const std::string& path) {
  name_.empty() ? ::unlink(path.c_str()) : exchange_names(name_, path);
}

std::string UnfinishedFile::keep() {
  set_name();
  const HeldSignals held;
  const std::string kept =
      folder_ + kKeptStart + name_.substr(folder_.size() + std::strlen(kNameStart));
  std::string name = std::rename(name_.c_str(), kept.c_str()) == 0 ? kept : name_;
  clear_name();
  return name;
}

void remove_unfinished() {
  if (hold_count == 0) hold();
  for (const UnfinishedFile* file : with_names) ::unlink(file->name_.c_str());
}

}  // namespace attn
