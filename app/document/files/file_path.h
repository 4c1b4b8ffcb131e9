#pragma once

#include <string>

namespace attn {

/// Folder part of `path`: empty or with a trailing slash.
std::string folder_of(const std::string& path);

/// Target of `path` with symbolic links resolved, also for a file that does not exist yet, so that
/// a link stays a link when the file is replaced. Throws std::runtime_error for circular links.
std::string without_links(std::string path);

/// Checks that a file's reference `name` to another file stays in the file's `folder` or below,
/// also by its links; the other file may be missing. Throws std::runtime_error.
void require_below(const std::string& folder, const std::string& name);

/// Reference to the file at the absolute `path` for a file in `folder`: relative if it is in this
/// folder or below it, else the path.
std::string reference_from(const std::string& folder, const std::string& path);

}  // namespace attn
