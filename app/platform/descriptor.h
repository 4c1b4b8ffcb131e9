#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// Throws std::runtime_error with the system's words for the error of errno.
[[noreturn]] void fail_with(int error);

/// Open file descriptor, closed by its owner.
class Descriptor {
 public:
  /// Owns `fd`; if negative, throws the error of errno.
  explicit Descriptor(int fd);
  Descriptor(Descriptor&& other) noexcept;
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }

  /// Some file systems report a full disk only here.
  void close();

 private:
  int fd_;
};

void write_all(int fd, std::string_view bytes);

}  // namespace attn
