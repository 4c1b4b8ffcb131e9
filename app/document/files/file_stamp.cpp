#include "app/document/files/file_stamp.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/text.h"

namespace attn {
namespace {

/// Largest clock resolution of file systems: FAT's.
constexpr std::int64_t kTick = 2'000'000'000;

std::int64_t nanoseconds(const timespec& time) {
  // Times beyond the year 2262 wrap around, consistently.
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
                                   static_cast<std::uint64_t>(time.tv_nsec));
}

std::int64_t time_now(clockid_t clock = CLOCK_REALTIME) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return nanoseconds(time);
}

FileIdentity identity_in(const struct stat& status) {
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

/// FNV-1a on words of eight bytes, the last one padded: all pieces except the last must have sizes
/// that are multiples of eight.
class Hash {
 public:
  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      std::uint64_t word = 0;
      const std::size_t count = std::min(sizeof word, bytes.size());
      std::memcpy(&word, bytes.data(), count);
      value_ = (value_ ^ word) * 0x100000001b3U;
      value_ ^= value_ >> 32U;
      bytes.remove_prefix(count);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

std::uint64_t hash_of(std::string_view bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.value();
}

/// Hash of the file's bytes; empty if it cannot be read.
std::optional<std::uint64_t> hash_of_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  Hash hash;
  std::string piece(1 << 20, '\0');
  std::size_t filled = 0;
  ssize_t count = 0;
  while ((count = ::read(fd, piece.data() + filled, piece.size() - filled)) > 0) {
    filled += static_cast<std::size_t>(count);
    if (filled == piece.size()) hash.add(piece), filled = 0;
  }
  hash.add(std::string_view(piece).substr(0, filled));
  ::close(fd);
  return count < 0 ? std::nullopt : std::optional(hash.value());
}

}  // namespace

FileIdentity identity_of(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_with(errno);
  if (S_ISDIR(status.st_mode)) fail_with(EISDIR);
  if (!S_ISREG(status.st_mode)) throw std::runtime_error("not a regular file");
  return identity_in(status);
}

FileIdentity identity_of(const std::string& path) {
  struct stat status {};
  const bool is_file = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return is_file ? identity_in(status) : FileIdentity{};
}

ReadFiles state_now(ReadFiles files) {
  for (ReadFile& file : files) file.identity = identity_of(file.path);
  return files;
}

FileIdentity settled_identity_of(const Descriptor& file) {
  constexpr int kMostTries = 20;
  const FileIdentity first = identity_of(file);
  FileIdentity now = first;
  for (int n = 0; n < kMostTries; ++n) {
    if (now.changed < time_now(CLOCK_REALTIME_COARSE)) return now;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    now = identity_of(file);
  }
  // A time in the future comes from another machine's clock.
  if (now == first) return now;
  throw std::runtime_error("the file was changed while it was read");
}

FileStamp stamp_of(const std::string& path, std::string_view bytes) {
  FileStamp stamp{bytes.size(), hash_of(bytes)};
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    const FileIdentity file = identity_in(status);
    stamp.time = file.written;
    stamp.changed = file.changed;
    stamp.inode = file.inode;
    stamp.is_settled = stamp.time < time_now() - kTick;
  }
  return stamp;
}

bool is_other_now(const KnownFile& file) {
  struct stat status {};
  if (file.path.empty() || ::stat(file.path.c_str(), &status) != 0) return false;
  if (!S_ISREG(status.st_mode)) return false;  // has no content to compare
  const FileIdentity now = identity_in(status);
  if (!file.stamp || now.size != file.stamp->size) return true;
  const bool is_same = file.stamp->is_settled && now.written == file.stamp->time &&
                       now.changed == file.stamp->changed && now.inode == file.stamp->inode;
  if (is_same) return false;
  return hash_of_file(file.path) != file.stamp->hash;
}

std::string format_stamp(const FileStamp& stamp) {
  return std::to_string(stamp.size) + "-" + std::to_string(stamp.hash) + "-" +
         std::to_string(stamp.time) + "-" + (stamp.is_settled ? "1" : "0") + "-" +
         std::to_string(stamp.changed) + "-" + std::to_string(stamp.inode);
}

std::optional<FileStamp> parse_stamp(std::string_view word) {
  // Earlier versions of the program wrote the first four only.
  std::array<std::uint64_t, 6> numbers{};
  constexpr std::size_t kEarlier = 4;
  for (std::size_t n = 0; n < numbers.size() && !(n == kEarlier && word.empty()); ++n) {
    if (n > 0 && !word.starts_with('-')) return std::nullopt;
    if (n > 0) word.remove_prefix(1);
    const auto number = take_parsed<std::uint64_t>(word);
    if (!number) return std::nullopt;
    numbers[n] = *number;
  }
  if (!word.empty()) return std::nullopt;
  return FileStamp{numbers[0],
                   numbers[1],
                   static_cast<std::int64_t>(numbers[2]),
                   numbers[3] == 1,
                   static_cast<std::int64_t>(numbers[4]),
                   numbers[5]};
}

}  // namespace attn
