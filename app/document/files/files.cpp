#include "app/document/files/files.h"

#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>

#include "app/document/files/file_stamp.h"
#include "app/document/files/user_folders.h"
#include "app/platform/descriptor.h"

namespace attn {
namespace {

/// Reads from the file's position to its end.
std::string read_to_end(const Descriptor& file, long long size, long long max_bytes) {
  const std::string too_large =
      "expected at most " + std::to_string(max_bytes >> 20) + " MiB, found more";
  if (size > max_bytes) throw std::runtime_error(too_large);
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(size) + 1);
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

/// Reads a regular file. Starts again if somebody changes it meanwhile.
std::string read_unchanged(const Descriptor& file, long long max_bytes) {
  constexpr int kMostTries = 5;
  const off_t begin = ::lseek(file.get(), 0, SEEK_CUR);
  for (int n = 0; n < kMostTries; ++n) {
    const FileIdentity before = settled_identity_of(file);
    std::string bytes = read_to_end(file, static_cast<long long>(before.size), max_bytes);
    if (identity_of(file) == before) return bytes;
    if (::lseek(file.get(), begin, SEEK_SET) < 0) fail_with(errno);
  }
  throw std::runtime_error("the file was changed while it was read");
}

}  // namespace

std::string read_file(const std::string& path, long long max_bytes) {
  if (path != "-") return read_regular_file(path, max_bytes);
  const Descriptor file(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_with(errno);
  const bool can_change = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  if (can_change) note_read(identity_of(file));
  return can_change ? read_unchanged(file, max_bytes) : read_to_end(file, 0, max_bytes);
}

std::string read_regular_file(const std::string& path, long long max_bytes, Links links) {
  // Does not wait for a pipe's writer, and does not acquire a controlling terminal.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const Descriptor file(::open(path.c_str(), links == Links::refused ? flags | O_NOFOLLOW : flags));
  note_read(identity_of(file));
  return read_unchanged(file, max_bytes);
}

std::string read_own_file(const std::string& file) try {
  return read_regular_file(file, 1 << 20);
} catch (const std::exception&) {
  return "";
}

void write_own_file(const std::string& file, std::string_view text) {
  make_folder(std::filesystem::path(file).parent_path().string());
  write_file(file, text, FileKind::own);
}

}  // namespace attn
