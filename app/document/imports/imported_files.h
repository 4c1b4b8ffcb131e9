#pragma once

#include <string>
#include <vector>

#include "app/document/imports/dump_scene.h"

namespace attn {

/// Layers of more scores (H · M · L) have them in a .npy file beside their scene.
inline constexpr double kMostScoresInScene = 1 << 18;

/// The files that a layer is written to: the scene at `path`, and after it the one of its scores,
/// where these are too many to stand in it.
std::vector<std::string> imported_paths(const ImportedLayer& layer, const std::string& path);

/// Writes the layer as a scene at `path`. Throws ImportError, SceneError where it is none, and
/// std::runtime_error where it can't be written.
void write_imported(const AttentionDump& dump, const ImportedLayer& layer,
                    const ImportWishes& wishes, const std::string& path);

}  // namespace attn
