#pragma once

#include <string>

#include "app/document/files/file_writer.h"

namespace attn {

/// Bytes of the regular file at `path`, "-" for standard input. Pipes and devices are refused
/// without waiting. Reads the file again if it is written during the read. Throws
/// std::runtime_error ("No such file or directory"), also if there are more than `max_bytes`.
std::string read_file(const std::string& path, long long max_bytes);

/// Bytes of a regular file; "-" is the name of one. Throws as read_file() does.
std::string read_regular_file(const std::string& path, long long max_bytes,
                              Links links = Links::followed);

/// Text of one of the program's own files; empty if it cannot be read, or has more than 1 MiB.
std::string read_own_file(const std::string& file);
/// Writes one of the program's own files, and creates its folder. Throws std::runtime_error.
void write_own_file(const std::string& file, std::string_view text);

}  // namespace attn
