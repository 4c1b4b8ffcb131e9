#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// Error in a file of tensors, as a one-line message.
class TensorFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The array contains Python objects; other arrays of the file can be read.
class ObjectsError : public TensorFileError {
 public:
  using TensorFileError::TensorFileError;
};

/// "tensor \"a\": expected …"; only the text if the name is empty, as in a file with a single
/// array.
std::string about_tensor(std::string_view name, const std::string& text);

/// Maximum plausible number of bytes or elements: no file has more, and sums and differences fit in
/// 64 bits.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 56;

/// a · b, clamped to more than kMostBytes on overflow.
constexpr std::uint64_t bounded_product(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > kMostBytes / b ? kMostBytes + 1 : a * b;
}

}  // namespace attn
