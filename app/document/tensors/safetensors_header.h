#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/tensor.h"

namespace attn {

/// Maximum size of a header, as in safetensors.
inline constexpr std::uint64_t kMostSafetensorsHeader = 100'000'000;

struct SafetensorsHeader {
  std::vector<Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Returns whether a file starts like a .safetensors file.
bool is_safetensors(std::string_view begin);

/// Parses the header of a file, whose arrays must be contiguous from the header to the file's end.
/// Throws TensorFileError.
SafetensorsHeader read_safetensors_header(const FileBytes& file);

}  // namespace attn
