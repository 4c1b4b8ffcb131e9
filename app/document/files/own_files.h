#pragma once

#include <string>
#include <string_view>

namespace attn {

// The program's own files, which no output may replace. Each is empty if the user has no folder for
// it.

/// Settings of the program.
std::string settings_file();
/// Recently opened or saved scenes.
std::string recent_files_file();
/// Progress in lessons.
std::string lesson_progress_file();

/// Start of a record of unsaved work.
inline constexpr std::string_view kRecordStart = "attentoscope/recovery ";

}  // namespace attn
