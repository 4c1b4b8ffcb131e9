#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// What is wrong with a file of tensors, in one line of words.
class TensorFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An array is one of Python's objects, beside which others can be read.
class ObjectsError : public TensorFileError {
 public:
  using TensorFileError::TensorFileError;
};

/// "tensor \"a\": expected …"; the text alone where the name is empty, as in a file of one.
std::string about_tensor(std::string_view name, const std::string& text);

/// The largest count of bytes or numbers that is believed: more is not in any file, and sums and
/// differences of such are within 64 bits.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 56;

/// a · b, or more than kMostBytes where it is that.
constexpr std::uint64_t bounded_product(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > kMostBytes / b ? kMostBytes + 1 : a * b;
}

}  // namespace attn
