#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace attn {

[[noreturn]] inline void fail_with(int error) { throw std::runtime_error(std::strerror(error)); }

/// Open file descriptor, closed by its owner.
class Descriptor {
 public:
  /// Owns `fd`; if negative, throws the error of errno.
  explicit Descriptor(int fd) : fd_(fd) {
    if (fd_ < 0) fail_with(errno);
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }

  /// Some file systems report a full disk only here.
  void close() {
    if (::close(std::exchange(fd_, -1)) != 0) fail_with(errno);
  }

 private:
  int fd_;
};

inline void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace attn
