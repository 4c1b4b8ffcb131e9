#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/platform/input_file.h"

namespace attn {

/// Identity of an open file. Throws std::runtime_error unless it is a regular file.
FileIdentity identity_of(const Descriptor& file);
/// Identity of the regular file at `path`; all 0 if there is none.
FileIdentity identity_of(const std::string& path);
/// As identity_of(), but first waits until any later write gets another time, as file times have a
/// coarse resolution: some milliseconds at most. Also throws if the file is written during the
/// whole wait.
FileIdentity settled_identity_of(const Descriptor& file);

/// Fingerprint of a file's content when it was read or written, to detect changes.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;    ///< of its bytes
  std::int64_t time = 0;     ///< time of the last change, in nanoseconds since 1970
  bool is_settled = false;   ///< later changes certainly have another time
  std::int64_t changed = 0;  ///< ctime, which no program can set; 0: unknown
  std::uint64_t inode = 0;
  bool operator==(const FileStamp&) const = default;
};

/// A file when it was read, to detect that another program changes it.
struct ReadFile {
  std::string path;
  FileIdentity identity;
  bool operator==(const ReadFile&) const = default;
};
using ReadFiles = std::vector<ReadFile>;
/// Current identities of `files`; all 0 if a file is missing.
ReadFiles state_now(ReadFiles files);

/// File with its stamp; none for no file, or an unknown content.
struct KnownFile {
  std::string path;
  std::optional<FileStamp> stamp;
  ReadFiles read{};  ///< it and the files that it refers to, when they were read

  KnownFile() = default;
  KnownFile(std::string at, std::optional<FileStamp> known = std::nullopt)
      : path(std::move(at)), stamp(known) {}
  KnownFile(const char* at) : path(at) {}
  bool operator==(const KnownFile&) const = default;
};

/// Stamp of the file at `path`, from which `bytes` were just read, or to which they were written.
FileStamp stamp_of(const std::string& path, std::string_view bytes);

/// Returns whether a regular file with other content exists now. Reads it unless size, times and
/// inode decide.
bool is_other_now(const KnownFile& file);

/// Formats a stamp as a word, and parses it; empty if invalid.
std::string format_stamp(const FileStamp& stamp);
std::optional<FileStamp> parse_stamp(std::string_view word);

}  // namespace attn
