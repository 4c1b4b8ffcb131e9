#include "app/platform/replaced_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace attn {
namespace {

#ifdef __EMSCRIPTEN__  // has no extended attributes
bool keep_extended(int, int) { return true; }
#else
/// Attribute values by name; empty if a value cannot be read.
using Attributes = std::map<std::string, std::optional<std::string> >;

/// Extended attributes of `file`; empty if they cannot be listed.
std::optional<Attributes> attributes_of(int file) {
  constexpr std::size_t kMostBytes = 1 << 16;  // XATTR_LIST_MAX, XATTR_SIZE_MAX
  std::vector<char> names(kMostBytes), value(kMostBytes);
  Attributes all;
  const ssize_t end = ::flistxattr(file, names.data(), names.size());
  if (end < 0) return errno == ENOTSUP ? std::optional(all) : std::nullopt;
  for (const char* name = names.data(); name < names.data() + end; name += std::strlen(name) + 1) {
    const ssize_t size = ::fgetxattr(file, name, value.data(), value.size());
    auto& kept = all[name];
    if (size >= 0) kept.emplace(value.data(), static_cast<std::size_t>(size));
  }
  return all;
}

bool keep_extended(int from, int to) {
  const auto wanted = attributes_of(from), there = attributes_of(to);
  if (!wanted || !there) return false;
  for (const auto& [name, value] : *wanted) {
    const auto found = there->find(name);
    // For example a security label set by the system.
    if (found != there->end() && found->second == value) continue;
    if (!value || ::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) != 0) return false;
  }
  return std::ranges::all_of(*there, [&](const auto& attribute) {
    return wanted->contains(attribute.first) || ::fremovexattr(to, attribute.first.c_str()) == 0;
  });
}
#endif

/// Copies owner, group, mode and extended attributes (including access control lists) from the file
/// `from` to `to`. Returns false if not all could be copied.
bool keep_attributes(int from, int to) {
  struct stat old {
  }, now{};
  if (::fstat(from, &old) != 0 || ::fstat(to, &now) != 0) return false;
  const bool is_own = old.st_uid == now.st_uid && old.st_gid == now.st_gid;
  if (!is_own && ::fchown(to, old.st_uid, old.st_gid) != 0) return false;
  // The mode is set last: chown() and access control lists change it.
  return keep_extended(from, to) && ::fchmod(to, old.st_mode & 07777) == 0;
}

off_t size_of(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail_with(errno);
  return status.st_size;
}

/// Reserves `size` bytes, or leaves the file unchanged.
void reserve(int fd, off_t size) {
  const off_t before = size_of(fd);
  if (size <= before) return;
  const int error = ::posix_fallocate(fd, before, size - before);
  if (error == 0 || error == EINVAL || error == EOPNOTSUPP) return;
  if (::ftruncate(fd, before) != 0) fail_with(errno);
  fail_with(error);
}

void copy(int from, int to) {
  std::string piece(1 << 20, '\0');
  off_t at = 0;
  for (ssize_t count = 0; (count = ::pread(from, piece.data(), piece.size(), at)) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_with(errno);
    write_all(to, {piece.data(), static_cast<std::size_t>(count)});
    at += count;
  }
}

}  // namespace

Descriptor open_to_write(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
}

void require_writable(const std::string& path) {
  if (::access(path.c_str(), W_OK) != 0) fail_with(errno);
}

int error_of_new_files(const std::string& folder) {
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

bool keep_all_attributes(const std::string& path, int file) {
  const int old = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (old < 0) return errno == ENOENT;
  const Descriptor owner(old);
  struct stat status {};
  return ::fstat(old, &status) == 0 && keep_attributes(old, file) && status.st_nlink == 1;
}

Descriptor open_to_overwrite(const std::string& path, int from) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  sync_file(from);
  reserve(file.get(), size_of(from));
  return file;
}

void overwrite_file(Descriptor& file, int from) {
  copy(from, file.get());
  if (::ftruncate(file.get(), size_of(from)) != 0) fail_with(errno);
  sync_file(file.get());
  file.close();
}

void sync_file(int file) {
  if (::fsync(file) != 0) fail_with(errno);
}

void sync_folder(const std::string& folder) {
  const int fd = ::open((folder + ".").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // The file itself is safe; not every file system supports syncing a folder.
  ::fsync(fd);
  ::close(fd);
}

void allow_open_files(unsigned count) {
  rlimit open_files{};
  if (::getrlimit(RLIMIT_NOFILE, &open_files) != 0 || open_files.rlim_cur >= count) return;
  open_files.rlim_cur = std::min<rlim_t>(count, open_files.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &open_files);
}

}  // namespace attn
