#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/tensors/file_bytes.h"

namespace attn {

/// Maximum number of arrays in a file.
inline constexpr std::size_t kMostTensors = 1 << 16;

/// Member of an archive, at a validated position.
struct ZipMember {
  std::string name;
  std::uint64_t at = 0, stored_bytes = 0;  ///< in the file
  std::uint64_t bytes = 0;                 ///< size of its content
  bool is_deflated = false;
};

/// Returns whether a file starts like a ZIP archive.
bool is_zip(std::string_view begin);

/// Members of an archive (ZIP, with 64-bit sizes if present), in the order of its directory; names
/// are not interpreted as paths. Throws TensorFileError if it is damaged, or members overlap.
std::vector<ZipMember> read_zip_directory(const FileBytes& file);

}  // namespace attn
