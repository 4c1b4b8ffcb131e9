#pragma once

#include <string>

namespace attn {

/// Default folder of the next export: that of the last export, or of the scene's file. `scene_path`
/// may be empty.
std::string first_export_folder(const std::string& scene_path);

/// Stores `folder` as the default for the next export.
void keep_export_folder(const std::string& folder);

}  // namespace attn
