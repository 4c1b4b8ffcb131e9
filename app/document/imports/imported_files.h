#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/imports/dump_scene.h"

namespace attn {

/// Layers with more scores (H · M · L) store them in a .npy file next to the scene; vectors of
/// which weights are computed, with more numbers, in a .safetensors file.
inline constexpr double kMostScoresInScene = 1 << 18;

/// Returns whether a file of this name is attention of another program.
bool is_named_as_dump(std::string_view path);

/// Files of an imported layer: the scene at `path`, then the file of its scores or vectors, if
/// these do not fit in the scene.
std::vector<std::string> imported_paths(const ImportedLayer& layer, const std::string& path);

/// Throws WouldBeLost if the scores' file, the second of imported_paths(), exists and the existing
/// scene does not refer to it.
void check_scores_replaceable(const std::vector<std::string>& paths);

/// Writes the layer as a scene at `path`, and its scores: both appear or none. Throws ImportError,
/// SceneError if the scene is invalid, and std::runtime_error if writing fails.
void write_imported(const AttentionDump& dump, const ImportedLayer& layer,
                    const ImportWishes& wishes, const std::string& path);

}  // namespace attn
