#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Fingerprint of a file's content when it was read or written, to detect changes.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;   ///< of its bytes
  std::int64_t time = 0;    ///< time of the last change, in nanoseconds since 1970
  bool is_settled = false;  ///< later changes certainly have another time
  bool operator==(const FileStamp&) const = default;
};

/// File with its stamp; none for no file, or an unknown content.
struct KnownFile {
  std::string path;
  std::optional<FileStamp> stamp;

  KnownFile() = default;
  KnownFile(std::string at, std::optional<FileStamp> known = std::nullopt)
      : path(std::move(at)), stamp(known) {}
  KnownFile(const char* at) : path(at) {}
  bool operator==(const KnownFile&) const = default;
};

/// Stamp of the file at `path`, from which `bytes` were just read, or to which they were written.
FileStamp stamp_of(const std::string& path, std::string_view bytes);

/// Returns whether a regular file with other content exists now. Reads the file if size and time do
/// not decide.
bool is_other_now(const KnownFile& file);

/// Formats a stamp as a word, and parses it; empty if invalid.
std::string format_stamp(const FileStamp& stamp);
std::optional<FileStamp> parse_stamp(std::string_view word);

}  // namespace attn
