#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Element type of arrays in files.
struct ElementKind {
  std::string_view name;              ///< name: "float32"
  std::string_view safetensors = {};  ///< name in .safetensors: "F32"; empty: not supported there
  std::string_view npy = {};          ///< name in .npy: "f4"; texts "U", followed by the number of
                                      ///< characters
  std::string_view torch = {};        ///< name of torch's storages: "Float"; empty: none
  int bytes = 0;                      ///< size of an element; of texts, of a character
  /// Reads `count` numbers, one at every `step`-th byte from `from`, into `to`. Null if the type is
  /// not floating point.
  void (*read)(const char* from, std::ptrdiff_t step, Index count, float* to) = nullptr;
  /// Likewise for booleans, as 0 and 1, and integers, which are rounded to float32; null for
  /// others.
  void (*read_whole)(const char* from, std::ptrdiff_t step, Index count, float* to) = nullptr;
  /// Text in `bytes`; null if the type is not text.
  std::string (*read_text)(std::string_view bytes) = nullptr;
};

std::span<const ElementKind> element_kinds();

/// "float16, bfloat16, float32 or float64"
std::string float_names();

/// Sizes of an array's axes, in the order of its indices.
using Axes = std::vector<Index>;

/// "2 × 12 × 64 × 64"; "one number" without axes.
std::string axes_words(std::span<const Index> axes);

/// Deflated member of an archive.
struct Compressed {
  std::uint64_t at = 0, bytes = 0;  ///< in the file
  std::uint64_t before = 0;         ///< offset of the array in the inflated data
};

/// Description of an array, validated: its numbers lie within the file.
struct Tensor {
  std::string name;  ///< UTF-8; empty if the file has a single array
  const ElementKind* kind = nullptr;
  std::uint64_t element_bytes = 0;
  Axes axes;
  bool is_fortran = false;               ///< the first axis is contiguous
  std::vector<std::uint64_t> strides{};  ///< of each axis, in elements; empty: contiguous
  std::uint64_t at = 0;                  ///< offset in the file, unless compressed
  std::optional<Compressed> compressed = {};
  std::shared_ptr<const std::vector<std::string>> texts{};  ///< of an array of texts in memory

  std::uint64_t count() const;
  std::uint64_t bytes() const { return count() * element_bytes; }
  /// Stride of each axis, in elements.
  std::vector<std::uint64_t> steps() const;
};

/// Array of texts in memory, the last index fastest.
Tensor texts_tensor(std::string name, Axes axes, std::vector<std::string> texts);

/// Two axes of an array, or a part of them: position of each number of a matrix, in elements.
struct TensorPlane {
  std::uint64_t first = 0, row_step = 0, col_step = 0;
  Index rows = 0, cols = 0;

  TensorPlane transposed() const { return {first, col_step, row_step, cols, rows}; }
  /// Rows `from` to `to`, end excluded.
  TensorPlane some_rows(Index from, Index to) const;
  TensorPlane some_columns(Index from, Index to) const;
};

/// Plane of the last two axes, at these indices along the axes before them; an array of two axes
/// has none.
TensorPlane plane_of(const Tensor& tensor, std::span<const Index> indices = {});

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

/// "expected 32 bytes for 2 × 4 of float32, found 30"
std::string wrong_size(const Tensor& tensor, std::uint64_t needed, const std::string& found);

/// Little-endian number in up to eight bytes.
std::uint64_t little_endian(std::string_view bytes);

/// Maximum plausible number of bytes or elements: no file has more, and sums and differences fit in
/// 64 bits.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 56;

/// a · b, clamped to more than kMostBytes on overflow.
constexpr std::uint64_t bounded_product(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > kMostBytes / b ? kMostBytes + 1 : a * b;
}

}  // namespace attn
