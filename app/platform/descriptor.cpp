#include "app/platform/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <unistd.h>

namespace attn {

void fail_with(int error) { throw std::runtime_error(std::strerror(error)); }

Descriptor::Descriptor(int fd) : fd_(fd) {
  if (fd_ < 0) fail_with(errno);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

void Descriptor::close() {
  if (::close(std::exchange(fd_, -1)) != 0) fail_with(errno);
}

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    constexpr std::size_t kMostAtOnce = 1 << 30;
    const auto count = static_cast<unsigned>(std::min(bytes.size(), kMostAtOnce));
    const ssize_t written = ::write(fd, bytes.data(), count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace attn
