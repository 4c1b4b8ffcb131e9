#pragma once

#include <string>

namespace attn {

/// Folder part of `path`: empty or with a trailing slash.
std::string folder_of(const std::string& path);

/// Target of `path` with symbolic links resolved, also for a file that does not exist yet, so that
/// a link stays a link when the file is replaced. Throws std::runtime_error for circular links.
std::string without_links(std::string path);

}  // namespace attn
