#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/sink.h"
#include "app/document/tensors/tensor.h"

namespace attn {

/// Writes arrays as NumPy's .npz: a ZIP archive of .npy files, stored, in pieces. Errors are
/// TensorFileError.
class NpzWriter {
 public:
  explicit NpzWriter(Sink sink) : sink_(std::move(sink)) {}

  /// Begins the array `name`, of numbers of `type`: "<f4", "<i8". All of its bytes must be appended
  /// before the next one begins.
  void begin(const std::string& name, const Axes& axes, std::string_view type = "<f4");
  void append(std::string_view bytes);
  /// Ends the archive.
  void finish();

 private:
  struct Member {
    std::string name;
    std::uint32_t crc = 0;
    std::uint64_t bytes = 0, at = 0;
  };

  void write(std::string_view bytes);
  void end_member();

  Sink sink_;
  std::uint64_t written_ = 0;
  bool is_open_ = false;
  std::vector<Member> members_;
};

}  // namespace attn
