#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/document/files/descriptor.h"

namespace attn {

/// Bytes of a file: memory-mapped, so that unused parts are not read, or held in memory for
/// standard input. Errors are std::runtime_error.
class FileBytes {
 public:
  /// Maps the regular file at `path`; "-" holds standard input, up to `most_held` bytes.
  static FileBytes of(const std::string& path, long long most_held);
  static FileBytes held(std::string bytes);

  ~FileBytes();
  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&&) = delete;

  std::string_view all() const { return all_; }

  /// Throws if the mapped file was truncated since: bytes beyond its end cannot be read.
  void require_whole() const;

  /// Allows the system to drop the memory of `part`.
  void let_go(std::string_view part) const;

 private:
  FileBytes() = default;

  std::string_view all_;
  std::unique_ptr<std::string> held_;
  std::unique_ptr<Descriptor> file_;  // of the mapping
};

}  // namespace attn
