#include "app/document/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "app/document/files/descriptor.h"

namespace attn {
namespace {

std::string read_all(const Descriptor& file, long long max_bytes) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_with(errno);
  if (S_ISDIR(status.st_mode)) fail_with(EISDIR);
  const std::string too_large =
      "expected at most " + std::to_string(max_bytes >> 20) + " MiB, found more";
  if (S_ISREG(status.st_mode) && status.st_size > max_bytes) throw std::runtime_error(too_large);

  std::string bytes;
  if (S_ISREG(status.st_mode)) bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_with(errno);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
    if (static_cast<long long>(bytes.size()) > max_bytes) throw std::runtime_error(too_large);
  }
}

}  // namespace

std::uint64_t regular_size(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_with(errno);
  if (S_ISDIR(status.st_mode)) fail_with(EISDIR);
  if (!S_ISREG(status.st_mode)) throw std::runtime_error("not a regular file");
  return static_cast<std::uint64_t>(status.st_size);
}

std::string read_file(const std::string& path, long long max_bytes) {
  const Descriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                    : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return read_all(file, max_bytes);
}

std::string read_regular_file(const std::string& path, long long max_bytes, Links links) {
  // Does not wait for a pipe's writer, and does not acquire a controlling terminal.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const Descriptor file(::open(path.c_str(), links == Links::refused ? flags | O_NOFOLLOW : flags));
  regular_size(file);
  return read_all(file, max_bytes);
}

}  // namespace attn
