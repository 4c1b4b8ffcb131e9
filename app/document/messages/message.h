#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/attention/scene.h"

namespace attn {

// Messages from other programs to a window, over app/platform/local_socket.h. Numbers are little
// endian:
//
//   bytes  content
//   8      "ATTNSHOW"
//   4      version, 1
//   4      kind, 1: a scene
//   8      n, bytes of the name, 1 to kMostNameBytes
//   8      t, bytes of the text, 1 to kMaxSceneBytes
//   8      d, bytes of the tensors, 0 to kMostTensorBytes
//   n      name, UTF-8: a later scene of the same name replaces it
//   t      scene, JSON as in a file; {"file": "", "tensor": "name"} stands for a matrix
//   d      tensors, as a .safetensors file
//
// The answer to each message is 4 bytes, the length of a text, and the text: empty if the message
// was taken, otherwise the problem. After a problem of the protocol the connection is closed.

inline constexpr std::size_t kMostNameBytes = 200;
inline constexpr std::uint64_t kMostTensorBytes = std::uint64_t{1} << 31;
inline constexpr std::size_t kMessageHeaderBytes = 40;

struct Message {
  std::string name, text, tensors;
};

/// Message that breaks the protocol, or that memory has no room for.
class MessageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bytes of `message`. Throws MessageError if its sizes are not allowed.
std::string bytes_of(const Message& message);
/// Bytes of the answer `problem`, which may be cut.
std::string answer_bytes(std::string_view problem);
/// Takes an answer from the start of `bytes`; empty while it is not complete. Throws MessageError.
std::optional<std::string> take_answer(std::string& bytes);

/// Collects a message from bytes as they arrive. Memory grows with the bytes, not with the sizes
/// that the header claims.
class MessageReader {
 public:
  /// Number of bytes that are still missing; 0: the message is complete.
  std::uint64_t missing() const { return missing_; }
  /// Buffer to which up to missing() bytes are added; then call advance().
  std::string& buffer();
  /// Looks at the bytes in the buffer. Throws MessageError at the first byte that breaks the
  /// protocol.
  void advance();
  /// The complete message; begins the next one.
  Message take();
  /// Number of bytes that it holds.
  std::size_t held() const {
    return header_.size() + message_.name.size() + message_.text.size() + message_.tensors.size();
  }

 private:
  std::string header_;
  std::uint64_t sizes_[3] = {};
  Message message_;
  std::uint64_t missing_ = kMessageHeaderBytes;
};

/// The scene of a message. Throws SceneError.
Scene scene_in(Message message);

}  // namespace attn
