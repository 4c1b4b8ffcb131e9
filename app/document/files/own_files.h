#pragma once

#include <string>
#include <string_view>

namespace attn {

// The files that the program keeps for itself, where no output may go. Each is empty where the user
// has no folder for it.

/// What a person chose for the program.
std::string settings_file();
/// The scenes that were last opened or saved.
std::string recent_files_file();
/// How far somebody came in each lesson.
std::string lesson_progress_file();

/// What a record of unsaved work begins with.
inline constexpr std::string_view kRecordStart = "attentoscope/recovery ";

}  // namespace attn
