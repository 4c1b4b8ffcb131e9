#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// What was in a file when it was read or written, to tell whether something else is in it now.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;   ///< of its bytes
  std::int64_t time = 0;    ///< when it was changed last, in nanoseconds since 1970
  bool is_settled = false;  ///< a change after it has another time for sure
  bool operator==(const FileStamp&) const = default;
};

/// A file, and what is known of it; of none, or of one that nothing is known of, the stamp is none.
struct KnownFile {
  std::string path;
  std::optional<FileStamp> stamp;

  KnownFile() = default;
  KnownFile(std::string at, std::optional<FileStamp> known = std::nullopt)
      : path(std::move(at)), stamp(known) {}
  KnownFile(const char* at) : path(at) {}
  bool operator==(const KnownFile&) const = default;
};

/// The stamp of the file at `path`, which `bytes` were just read from or written to.
FileStamp stamp_of(const std::string& path, std::string_view bytes);

/// Whether there is a regular file now with other bytes in it than those that are known. Reads it
/// where its size and time don't tell.
bool is_other_now(const KnownFile& file);

/// As a word, and back; nothing where it is none.
std::string format_stamp(const FileStamp& stamp);
std::optional<FileStamp> parse_stamp(std::string_view word);

}  // namespace attn
