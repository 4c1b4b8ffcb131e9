#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace attn {

/// Inflates a deflate stream from its beginning, as far as is asked for. Throws TensorFileError
/// where it is damaged or ends too early.
class Inflater {
 public:
  enum class Wrapping {
    kNone,  ///< raw, as in an archive (RFC 1951)
    kZlib,  ///< with a checksum at its end (RFC 1950)
  };
  explicit Inflater(std::string_view deflated, Wrapping wrapping = Wrapping::kNone);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// How many bytes it has given.
  std::uint64_t position() const { return position_; }
  /// The next `count` bytes.
  void read(char* to, std::uint64_t count);
  /// The next ones, of which there may be fewer than `most`: how many there were.
  std::uint64_t read_some(char* to, std::uint64_t most);
  void skip(std::uint64_t count);
  /// Whether its end was read, and nothing stands behind it.
  bool was_all() const;

 private:
  struct Stream;

  std::unique_ptr<Stream> stream_;
  std::string_view rest_;  // of what is deflated, not yet handed to the stream
  std::uint64_t position_ = 0;
  bool is_at_end_ = false;
};

}  // namespace attn
