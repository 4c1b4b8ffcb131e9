#pragma once

#include <string>

namespace attn {

/// Default folder of the next export: that of the last one, or that of the scene's file, which may
/// have no path.
std::string first_export_folder(const std::string& scene_path);

/// Stores `folder` as the default for the next export.
void keep_export_folder(const std::string& folder);

}  // namespace attn
