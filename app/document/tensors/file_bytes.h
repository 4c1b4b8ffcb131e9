#pragma once

#include <memory>
#include <string>

#include "app/document/files/file_stamp.h"
#include "app/platform/descriptor.h"

namespace attn {

/// Bytes of a file that others may write, shorten or replace at any time: read in pieces into our
/// own memory, never mapped. Copies share the open file. Errors are std::runtime_error.
class FileBytes {
 public:
  /// Opens the regular file at `path`; "-" reads standard input, up to `most_held` bytes.
  static FileBytes of(const std::string& path, long long most_held);
  static FileBytes held(std::string bytes);

  /// As it was opened; empty if the bytes are in memory.
  const std::string& path() const { return path_; }
  /// Number of bytes when it was opened.
  std::uint64_t size() const { return size_; }
  /// Identity when it was opened; all 0 if the bytes are in memory.
  const FileIdentity& identity() const { return identity_; }

  /// Copies `count` bytes from offset `at` on, which are within size(). Throws if the file was
  /// changed since it was opened, also during the copy.
  void read(std::uint64_t at, char* to, std::size_t count) const;
  /// Likewise, up to `most` bytes: fewer only at the end of the file.
  std::string read(std::uint64_t at, std::size_t most) const;

 private:
  FileBytes() = default;
  void require_unchanged() const;

  std::string path_;
  std::uint64_t size_ = 0;
  FileIdentity identity_;
  std::shared_ptr<const std::string> held_;
  std::shared_ptr<const Descriptor> file_;
};

}  // namespace attn
