#pragma once

#include <string>

namespace attn {

/// What of `path` comes before the name of the file: empty or with a slash at its end.
std::string folder_of(const std::string& path);

/// Where a file has to be moved for `path` to hold it: a link stays a link, also where what it
/// names is yet to be made. Throws std::runtime_error in words where links lead round.
std::string without_links(std::string path);

}  // namespace attn
