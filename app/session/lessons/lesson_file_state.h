#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// State of a lesson's file that shows changes without reading it: size and time of the last write.
/// All 0 for a built-in lesson, or a missing file.
struct LessonFileState {
  std::uint64_t size = 0;
  std::int64_t time = 0;
  bool operator==(const LessonFileState&) const = default;
};

/// Present state of the file at `path`.
LessonFileState lesson_file_state(const std::string& path);

}  // namespace attn
