#pragma once

#include <string>

namespace attn {

/// Where the next export goes at first: to where the last one went, or beside the scene's file,
/// which may have no path.
std::string first_export_folder(const std::string& scene_path);

/// Keeps `folder` for the next one.
void keep_export_folder(const std::string& folder);

}  // namespace attn
