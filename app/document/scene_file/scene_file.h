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

/// Maximum size of a file, checked before reading.
inline constexpr long long kMaxSceneBytes = 256LL << 20;

/// Text of the file at `path`, "-" for standard input, or in a scene's code; and its JSON. Throws
/// SceneError.
std::string read_whole(const std::string& path);
json::Tree parse_whole(std::string_view json);

/// Scene of a whole file; matrices may come from `files`. Throws SceneError.
Scene scene_of(const json::Tree& tree, MatrixFiles files = {});
/// Scene from an object in another file.
Scene scene_of(const json::Value& object, MatrixFiles& files);

/// Result of `read`; SceneMemoryError if memory runs out.
template <typename Read>
auto within_memory(const Read& read) try {
  return read();
} catch (const std::bad_alloc&) {
  throw SceneMemoryError();
}

/// Parses a scene from `json` (UTF-8, a leading byte order mark is skipped). Throws SceneError with
/// the place of the first error; time and memory are linear in the text's length.
Scene parse_scene(std::string_view json);

/// Scene in the file at `path`; "-" reads standard input. Throws SceneError, without a place if the
/// file cannot be read. Sets the stamp and files of `known`, if given, to those at that time.
Scene read_scene(const std::string& path, KnownFile* known = nullptr);

/// `scene` as a scene file: one row of a matrix per line, absent parts omitted, numbers that
/// restore each float32 exactly. parse_scene restores an equal one.
std::string format_scene(const Scene& scene);

/// Writes format_scene(scene) to `path`: to a temporary file, synced, then renamed, so that the old
/// file survives any failure. Returns the stamp of the new file. Throws std::runtime_error.
FileStamp write_scene(const Scene& scene, const std::string& path);

}  // namespace attn
