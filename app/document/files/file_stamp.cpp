#include "app/document/files/file_stamp.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "engine/base/text.h"

namespace attn {
namespace {

/// Largest clock resolution of file systems: FAT's.
constexpr std::int64_t kTick = 2'000'000'000;

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
std::optional<std::uint64_t> hash_of_file(const std::string& path) try {
  const Descriptor file = open_to_read(path);
  Hash hash;
  std::string piece(1 << 20, '\0');
  std::size_t filled = 0;
  while (const std::size_t count = read_some(file, piece.data() + filled, piece.size() - filled)) {
    filled += count;
    if (filled == piece.size()) hash.add(piece), filled = 0;
  }
  hash.add(std::string_view(piece).substr(0, filled));
  return hash.value();
} catch (const std::runtime_error&) {
  return std::nullopt;
}

}  // namespace

FileIdentity identity_of(const Descriptor& file) {
  const FileStatus status = status_of(file);
  if (status.type == FileType::folder) fail_with(EISDIR);
  if (!status.is_regular()) throw std::runtime_error("not a regular file");
  return status.identity;
}

FileIdentity identity_of(const std::string& path) {
  const FileStatus status = status_of(path);
  return status.is_regular() ? status.identity : FileIdentity{};
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
    if (now.changed < file_time_now()) return now;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    now = identity_of(file);
  }
  // A time in the future comes from another machine's clock.
  if (now == first) return now;
  throw std::runtime_error("the file was changed while it was read");
}

FileStamp stamp_of(const std::string& path, std::string_view bytes) {
  FileStamp stamp{bytes.size(), hash_of(bytes)};
  if (const FileStatus status = status_of(path); status.is_there()) {
    stamp.time = status.identity.written;
    stamp.changed = status.identity.changed;
    stamp.inode = status.identity.inode;
    stamp.is_settled = stamp.time < file_time_now() - kTick;
  }
  return stamp;
}

bool is_other_now(const KnownFile& file) {
  const FileStatus status = status_of(file.path);
  if (!status.is_regular()) return false;  // has no content to compare
  const FileIdentity& now = status.identity;
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
