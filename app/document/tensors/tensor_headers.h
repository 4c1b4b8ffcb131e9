#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/tensor.h"

namespace attn {

// Headers of files of tensors, which precede the numbers. All functions throw TensorFileError.

/// Maximum number of arrays in a file.
inline constexpr std::size_t kMostTensors = 1 << 16;

/// Maximum size of a .npy header, as in NumPy.
inline constexpr std::size_t kMaxNpyHeader = 10'000 + 12;

/// Returns whether a file starts like a .npy file.
bool is_npy(std::string_view begin);

/// Parses the header in `begin`, up to kMaxNpyHeader bytes of a .npy file of versions 1 to 3; `all`
/// is the size of the file, which must end with the array. The tensor has no name.
Tensor read_npy_header(std::string_view begin, std::uint64_t all);

/// Offset of the numbers of a .npy file, after its header; `begin` as in read_npy_header().
std::uint64_t npy_numbers_at(std::string_view begin);

/// Texts in the pickle of an array of Python's objects; empty if it contains anything else.
std::optional<Tensor> texts_of_objects(std::string_view pickled);

/// Header of a .npy file of float32 in C order with this shape: "12, 64, 64".
std::string npy_header(const std::string& shape, std::string_view type = "<f4");

/// Maximum size of a header, as in safetensors.
inline constexpr std::uint64_t kMostSafetensorsHeader = 100'000'000;

struct SafetensorsHeader {
  std::vector<Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Returns whether a file starts like a .safetensors file.
bool is_safetensors(std::string_view begin);

/// Parses the header of a file, whose arrays must be contiguous from the header to the file's end.
SafetensorsHeader read_safetensors_header(const FileBytes& file);

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
/// are not interpreted as paths. An archive that is damaged, or whose members overlap, is an error.
std::vector<ZipMember> read_zip_directory(const FileBytes& file);

/// First bytes of a member's content, up to `most`.
std::string read_member(const FileBytes& file, const ZipMember& member, std::uint64_t most);

/// Beginning of the members' names in an archive of torch.save, "archive/" or nothing; empty for
/// other archives.
std::optional<std::string> torch_folder(const std::vector<ZipMember>& members);

/// Tensors and lists of texts that torch.save stored in lists and dictionaries, called by the
/// numbers and keys that lead to them, joined with dots: "attentions.0"; a single one has no name.
/// Of the pickle's functions and classes only those of tensors may occur.
std::vector<Tensor> read_torch_arrays(const FileBytes& file, const std::vector<ZipMember>& members,
                                      const std::string& folder);

}  // namespace attn
