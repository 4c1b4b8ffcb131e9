#include "app/platform/input_file.h"

#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attn {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  // Times beyond the year 2262 wrap around, consistently.
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
                                   static_cast<std::uint64_t>(time.tv_nsec));
}

FileStatus status_in(const struct stat& status) {
  constexpr mode_t kPermissions = S_IRWXU | S_IRWXG | S_IRWXO;
  return {S_ISREG(status.st_mode)   ? FileType::regular
          : S_ISDIR(status.st_mode) ? FileType::folder
                                    : FileType::other,
          {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
           nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)},
          static_cast<int>(status.st_mode & kPermissions)};
}

std::size_t counted_bytes(ssize_t count) {
  if (count < 0) fail_with(errno);
  return static_cast<std::size_t>(count);
}

}  // namespace

FileStatus status_of(const std::string& path, Links links) {
  struct stat status {};
  const int failed =
      links == Links::followed ? ::stat(path.c_str(), &status) : ::lstat(path.c_str(), &status);
  return failed == 0 ? status_in(status) : FileStatus{};
}

FileStatus status_of(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_with(errno);
  return status_in(status);
}

FileStatus status_of_standard_input() {
  struct stat status {};
  return ::fstat(STDIN_FILENO, &status) == 0 ? status_in(status) : FileStatus{};
}

std::int64_t file_time_now() {
#ifdef CLOCK_REALTIME_COARSE
  constexpr clockid_t kClock = CLOCK_REALTIME_COARSE;  // that of file systems
#else
  constexpr clockid_t kClock = CLOCK_REALTIME;
#endif
  timespec time{};
  ::clock_gettime(kClock, &time);
  return nanoseconds(time);
}

Descriptor open_to_read(const std::string& path, Links links) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  return Descriptor(::open(path.c_str(), links == Links::refused ? flags | O_NOFOLLOW : flags));
}

Descriptor open_standard_input() { return Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)); }

std::size_t read_some(const Descriptor& file, char* to, std::size_t most) {
  ssize_t count = 0;
  do count = ::read(file.get(), to, most);
  while (count < 0 && errno == EINTR);
  return counted_bytes(count);
}

std::size_t read_some_at(const Descriptor& file, std::uint64_t at, char* to, std::size_t most) {
  ssize_t count = 0;
  do count = ::pread(file.get(), to, most, static_cast<off_t>(at));
  while (count < 0 && errno == EINTR);
  return counted_bytes(count);
}

std::int64_t position_of(const Descriptor& file) { return ::lseek(file.get(), 0, SEEK_CUR); }

void set_position(const Descriptor& file, std::int64_t position) {
  if (::lseek(file.get(), static_cast<off_t>(position), SEEK_SET) < 0) fail_with(errno);
}

}  // namespace attn
