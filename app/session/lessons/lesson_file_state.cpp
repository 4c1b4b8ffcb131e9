#include "app/session/lessons/lesson_file_state.h"

#include <filesystem>
#include <system_error>

namespace attn {

LessonFileState lesson_file_state(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return {};
  const auto time = std::filesystem::last_write_time(path, error);
  if (error) return {};
  return {.size = size, .time = static_cast<std::int64_t>(time.time_since_epoch().count())};
}

}  // namespace attn
