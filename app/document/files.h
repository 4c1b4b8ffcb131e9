#pragma once

#include <string>

#include "app/document/file_writer.h"

namespace attn {

/// The bytes of the file at `path`, "-" for standard input. Throws std::runtime_error in words
/// ("No such file or directory"), also where there are more than `max_bytes`.
std::string read_file(const std::string& path, long long max_bytes);

}  // namespace attn
