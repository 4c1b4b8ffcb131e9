#include "app/platform/file_lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attn {

std::optional<FileLock> FileLock::of(const std::string& folder, const char* name) {
  const int parent = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (parent < 0) return std::nullopt;
  constexpr int kFlags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const int file = ::openat(parent, name, kFlags, S_IRUSR | S_IWUSR);
  ::close(parent);
  if (file < 0) return std::nullopt;
  FileLock lock{Descriptor(file)};
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
  // The previous owner of the lock may have removed the file.
  struct stat status {};
  if (::fstat(file, &status) != 0 || status.st_nlink == 0) return std::nullopt;
  return lock;
}

}  // namespace attn
