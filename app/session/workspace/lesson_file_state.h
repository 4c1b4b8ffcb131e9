#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// What tells, without reading it, that a lesson's file is another than it was: its size, and when
/// it was written last. Of a lesson that is built in, or a file that is not there, all is 0.
struct LessonFileState {
  std::uint64_t size = 0;
  std::int64_t time = 0;
  bool operator==(const LessonFileState&) const = default;
};

/// Of the file at `path` as it is now.
LessonFileState lesson_file_state(const std::string& path);

}  // namespace attn
