#include "app/document/files.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attn {
namespace {

[[noreturn]] void fail(int error) { throw std::runtime_error(std::strerror(error)); }

class Descriptor {
 public:
  /// Owns `fd`; where it is negative, throws what errno says.
  explicit Descriptor(int fd) : fd_(fd) {
    if (fd_ < 0) fail(errno);
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }

  /// Some file systems report a full disk only here.
  void close() {
    if (::close(std::exchange(fd_, -1)) != 0) fail(errno);
  }

 private:
  int fd_;
};

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// What of `path` comes before the name of the file: empty or with a slash at its end.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

void sync_folder_of(const std::string& path) {
  const int fd = ::open((folder_of(path) + ".").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // The file itself is safe; not every file system lets a folder be synced.
  ::fsync(fd);
  ::close(fd);
}

/// Where a rename has to happen for `path` to hold the new bytes: a link stays a link, also where
/// what it names is yet to be made.
std::string resolve_links(std::string path) {
  constexpr int kMaxLinks = 40;
  for (int links = 0; links <= kMaxLinks; ++links) {
    char target[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length < 0) return path;
    const std::string next(target, static_cast<std::size_t>(length));
    path = next.starts_with('/') ? next : folder_of(path) + next;
  }
  fail(ELOOP);
}

void write_in_place(const std::string& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  write_all(file.get(), bytes);
  file.close();
}

void write_beside_and_rename(const std::string& path, std::string_view bytes, mode_t mode,
                             Durable durable) {
  // Not made from the name of the file, which may be as long as names can be.
  std::string beside = folder_of(path) + ".attentoscope-XXXXXX";
  Descriptor file(::mkstemp(beside.data()));
  try {
    if (::fchmod(file.get(), mode) != 0) fail(errno);
    write_all(file.get(), bytes);
    if (durable == Durable::yes && ::fsync(file.get()) != 0) fail(errno);
    file.close();
    if (::rename(beside.c_str(), path.c_str()) != 0) fail(errno);
  } catch (...) {
    ::unlink(beside.c_str());
    throw;
  }
  if (durable == Durable::yes) sync_folder_of(path);
}

mode_t mode_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

std::string read_file(const std::string& path, long long max_bytes) {
  Descriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                              : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(errno);
  if (S_ISDIR(status.st_mode)) fail(EISDIR);
  const std::string too_large =
      "expected at most " + std::to_string(max_bytes >> 20) + " MiB, found more";
  if (S_ISREG(status.st_mode) && status.st_size > max_bytes) throw std::runtime_error(too_large);

  std::string bytes;
  if (S_ISREG(status.st_mode)) bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
    if (static_cast<long long>(bytes.size()) > max_bytes) throw std::runtime_error(too_large);
  }
}

void write_file(const std::string& path, std::string_view bytes, Durable durable) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    write_in_place(path, bytes);
    return;
  }
  const std::string target = resolve_links(path);
  if (exists && ::access(target.c_str(), W_OK) != 0) fail(errno);
  write_beside_and_rename(target, bytes, exists ? status.st_mode & 07777 : mode_of_new_files(),
                          durable);
}

}  // namespace attn
