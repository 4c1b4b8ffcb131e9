#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// So many arrays may be in one file.
inline constexpr std::size_t kMostTensors = 1 << 16;

/// A member of an archive, which is where it is said to be.
struct ZipMember {
  std::string name;
  std::uint64_t at = 0, stored_bytes = 0;  ///< in the file
  std::uint64_t bytes = 0;                 ///< of what it holds
  bool is_deflated = false;
};

/// Whether a file begins like a ZIP archive.
bool is_zip(std::string_view begin);

/// The members of an archive (ZIP, with 64-bit sizes where there are any), in its directory's
/// order; names are only names. Throws TensorFileError where it is damaged, or members overlap.
std::vector<ZipMember> read_zip_directory(std::string_view file);

}  // namespace attn
