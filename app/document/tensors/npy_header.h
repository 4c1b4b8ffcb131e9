#pragma once

#include <cstdint>
#include <string_view>

#include "app/document/tensors/tensor.h"

namespace attn {

/// So many bytes of a .npy file hold its header, or it is refused, as NumPy does.
inline constexpr std::size_t kMaxNpyHeader = 10'000 + 12;

struct NpyHeader {
  Tensor tensor;                 ///< without a name or a place
  std::uint64_t numbers_at = 0;  ///< where the numbers begin
};

/// Whether a file begins like a .npy file.
bool is_npy(std::string_view begin);

/// The header that `begin`, of up to kMaxNpyHeader bytes of a .npy file of versions 1 to 3, has;
/// `all` are the bytes of the file, which must end where the array does. Throws TensorFileError.
NpyHeader read_npy_header(std::string_view begin, std::uint64_t all);

}  // namespace attn
