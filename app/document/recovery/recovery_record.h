#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/file_stamp.h"
#include "app/document/files/own_files.h"
#include "engine/attention/scene.h"

namespace attn {

/// Unsaved work of a window, stored apart from the user's files.
struct Recovered {
  Scene scene;
  std::string path;                ///< absolute path of its file; empty: none
  std::optional<FileStamp> stamp;  ///< content of the file when it was last read or saved
  bool ended = false;  ///< its window was closed; false: the process or the machine was interrupted
};

/// Formats a line of metadata, then the scene as in its file. Throws std::runtime_error if it is
/// larger than a scene may be.
std::string format_record(const Scene& scene, const KnownFile& file, bool ended);

/// Parses a record; empty if `bytes` is not one, or its scene is invalid.
std::optional<Recovered> parse_record(std::string_view bytes);

}  // namespace attn
