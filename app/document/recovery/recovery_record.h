#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/file_stamp.h"
#include "app/document/files/own_files.h"
#include "engine/attention/scene.h"

namespace attn {

/// Work that was open in a window, as it is kept beside the files of the user.
struct Recovered {
  Scene scene;
  std::string path;  ///< the file that it belongs to, absolute; empty where there is none
  std::optional<FileStamp> stamp;  ///< what was in that when it was read or saved last
  bool ended = false;  ///< its window was closed; else the program or the machine was cut off
};

/// A line of what is known about the scene, then the scene as in its file. Throws
/// std::runtime_error where it is larger than a scene may be.
std::string format_record(const Scene& scene, const KnownFile& file, bool ended);

/// What `bytes` hold, or nothing where they are no such record, or hold a scene
/// that can't be taken.
std::optional<Recovered> parse_record(std::string_view bytes);

}  // namespace attn
