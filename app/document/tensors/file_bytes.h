#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/descriptor.h"

namespace attn {

/// The bytes of a file. Mapped, so that what is not looked at is not read; or held, where they come
/// from standard input. Errors are std::runtime_error in words.
class FileBytes {
 public:
  /// Of the regular file at `path`; "-" holds what standard input has, up to `most_held` bytes.
  static FileBytes of(const std::string& path, long long most_held);
  static FileBytes held(std::string bytes);

  ~FileBytes();
  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&&) = delete;

  std::string_view all() const { return all_; }

  /// Throws where the mapped file has become shorter since: what is beyond its end can't be read.
  void require_whole() const;

  /// Of what was read of `part` nothing need stay in memory.
  void let_go(std::string_view part) const;

 private:
  FileBytes() = default;

  std::string_view all_;
  std::unique_ptr<std::string> held_;
  std::unique_ptr<Descriptor> file_;  // of what is mapped
};

}  // namespace attn
