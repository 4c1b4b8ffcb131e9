#pragma once

#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/file_stamp.h"
#include "app/document/json/json.h"
#include "app/document/scene_file/matrix_files.h"
#include "engine/attention/scene.h"
#include "engine/base/problem.h"

namespace attn {

/// A larger file is refused before it is read.
inline constexpr long long kMaxSceneBytes = 256LL << 20;

/// The text of the file at `path`, "-" for standard input, or that in a scene's code, and what it
/// says, as JSON. Throws SceneError.
std::string read_whole(const std::string& path);
json::Tree parse_whole(std::string_view json);

/// The scene that a whole file describes; matrices may come from `files`. Throws SceneError.
Scene scene_of(const json::Tree& tree, MatrixFiles files = {});
/// The same of an object that stands in another file.
Scene scene_of(const json::Value& object, MatrixFiles& files);

/// What `read` gives; SceneError where memory runs out.
template <typename Read>
auto within_memory(const Read& read) try {
  return read();
} catch (const std::bad_alloc&) {
  throw SceneError({"", "too large for the memory there is"});
}

/// The scene that `json` (UTF-8, a leading byte order mark is skipped) describes.
/// Throws SceneError with the place of the first thing that is wrong; time and memory are bounded
/// by the text's length.
Scene parse_scene(std::string_view json);

/// The scene in the file at `path`; "-" reads standard input. Throws SceneError, without a place
/// where the file can't be read.
Scene read_scene(const std::string& path);
/// The same; `stamp` becomes the file's as it was when it was read.
Scene read_scene(const std::string& path, std::optional<FileStamp>& stamp);

/// `scene` as a scene file: one row of a matrix on a line, absent parts left out, numbers that
/// restore each float32 exactly. parse_scene of it gives an equal scene.
std::string format_scene(const Scene& scene);

/// Writes format_scene(scene) to `path`: beside it first, synced, then renamed over it, so that
/// the old file stays whole whatever fails. Answers the stamp of the file that was written. Throws
/// std::runtime_error with the reason in words.
FileStamp write_scene(const Scene& scene, const std::string& path);

}  // namespace attn
