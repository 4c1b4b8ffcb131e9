#pragma once

#include <cstdint>
#include <string_view>

#include "app/document/tensors/tensor.h"

namespace attn {

/// Maximum size of a .npy header, as in NumPy.
inline constexpr std::size_t kMaxNpyHeader = 10'000 + 12;

struct NpyHeader {
  Tensor tensor;                 ///< without name and position
  std::uint64_t numbers_at = 0;  ///< offset of the numbers
};

/// Returns whether a file starts like a .npy file.
bool is_npy(std::string_view begin);

/// Parses the header in `begin`, up to kMaxNpyHeader bytes of a .npy file of versions 1 to 3; `all`
/// is the size of the file, which must end with the array. Throws TensorFileError.
NpyHeader read_npy_header(std::string_view begin, std::uint64_t all);

}  // namespace attn
