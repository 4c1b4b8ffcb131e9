#pragma once

#include <string>

#include "app/document/files/file_writer.h"

namespace attn {

/// The bytes of the file at `path`, "-" for standard input. Throws std::runtime_error in words
/// ("No such file or directory"), also where there are more than `max_bytes`.
std::string read_file(const std::string& path, long long max_bytes);

/// Whether the last name of a path may be a link.
enum class Links { followed, refused };

/// The same of a regular file alone: what else has that name, a pipe that nobody writes to or a
/// device without an end, is refused and not waited for.
std::string read_regular_file(const std::string& path, long long max_bytes,
                              Links links = Links::followed);

}  // namespace attn
