#pragma once

#include <cstdint>
#include <string>

#include "app/document/files/file_writer.h"

namespace attn {

/// Bytes of the file at `path`, "-" for standard input. Throws std::runtime_error ("No such file or
/// directory"), also if there are more than `max_bytes`.
std::string read_file(const std::string& path, long long max_bytes);

/// Size of a regular file in bytes. Throws std::runtime_error for another one.
std::uint64_t regular_size(const Descriptor& file);

/// Choice whether the last component of a path may be a symbolic link.
enum class Links { followed, refused };

/// Reads a regular file only: pipes and devices are refused without waiting.
std::string read_regular_file(const std::string& path, long long max_bytes,
                              Links links = Links::followed);

}  // namespace attn
