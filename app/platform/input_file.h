#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/platform/descriptor.h"

namespace attn {

/// Identity of a file's content without reading it: each write makes another one.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t written = 0, changed = 0;  ///< mtime and ctime, in nanoseconds since 1970
  bool operator==(const FileIdentity&) const = default;
};

enum class FileType { none, regular, folder, other };

/// Status of a file: its type, identity and permissions.
struct FileStatus {
  FileType type = FileType::none;
  FileIdentity identity{};
  int permissions = 0;  ///< of POSIX, without those to set the user or group

  bool is_there() const { return type != FileType::none; }
  bool is_regular() const { return type == FileType::regular; }
};

/// Choice whether the last component of a path may be a symbolic link.
enum class Links { followed, refused };

/// Status of the file at `path`; with Links::refused a link is of type `other`.
FileStatus status_of(const std::string& path, Links links = Links::followed);
/// Status of an open file. Throws.
FileStatus status_of(const Descriptor& file);
FileStatus status_of_standard_input();

/// Time to compare with FileIdentity::changed: a file that is written from now on has no earlier
/// one.
std::int64_t file_time_now();

/// Opens a file to read. Does not wait for a pipe's writer, and does not acquire a controlling
/// terminal. Throws.
Descriptor open_to_read(const std::string& path, Links links = Links::followed);
/// Another descriptor of standard input. Throws.
Descriptor open_standard_input();

/// Reads up to `most` bytes at the file's position; 0 at its end. Throws.
std::size_t read_some(const Descriptor& file, char* to, std::size_t most);
/// Likewise at an offset.
std::size_t read_some_at(const Descriptor& file, std::uint64_t at, char* to, std::size_t most);
/// The file's position; −1 where it has none, as a pipe.
std::int64_t position_of(const Descriptor& file);
/// Throws.
void set_position(const Descriptor& file, std::int64_t position);

}  // namespace attn
