#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/tensors/tensor.h"

namespace attn {

/// A longer header is refused, as safetensors itself does.
inline constexpr std::uint64_t kMostSafetensorsHeader = 100'000'000;

struct SafetensorsHeader {
  std::vector<Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Whether a file begins like a .safetensors file.
bool is_safetensors(std::string_view begin);

/// The header of a whole file, whose arrays lie side by side from the header to the file's end.
/// Throws TensorFileError.
SafetensorsHeader read_safetensors_header(std::string_view file);

}  // namespace attn
