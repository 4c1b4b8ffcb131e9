#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/document/tensors/file_bytes.h"

namespace attn {

/// Inflates a deflate stream sequentially, as far as requested, and reads it in pieces. Throws
/// TensorFileError if it is damaged or truncated.
class Inflater {
 public:
  enum class Wrapping {
    kNone,  ///< raw, as in an archive (RFC 1951)
    kZlib,  ///< with a final checksum (RFC 1950)
  };
  /// The stream has `count` bytes from offset `at` of `file` on.
  Inflater(FileBytes file, std::uint64_t at, std::uint64_t count,
           Wrapping wrapping = Wrapping::kNone);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Number of bytes produced so far.
  std::uint64_t position() const { return position_; }
  /// Reads the next `count` bytes.
  void read(char* to, std::uint64_t count);
  /// Reads up to `most` bytes; returns their number.
  std::uint64_t read_some(char* to, std::uint64_t most);
  void skip(std::uint64_t count);
  /// Returns whether the stream was read to its end, and no data follow.
  bool is_complete() const;

 private:
  struct Stream;

  std::unique_ptr<Stream> stream_;
  FileBytes file_;
  std::uint64_t at_, end_;  // compressed bytes not yet read
  std::string piece_;       // the last read
  std::uint64_t position_ = 0;
  bool is_at_end_ = false;
};

}  // namespace attn
