#pragma once

#include <string>
#include <string_view>

#include "app/platform/folders.h"

namespace attn {

// Folders of this user by the XDG Base Directory Specification 0.8. Nothing is created. Each has no
// trailing slash, and is empty if the system does not define it.

/// $XDG_DATA_HOME/attentoscope, or ~/.local/share/attentoscope.
std::string data_folder();
/// $XDG_CONFIG_HOME/attentoscope, or ~/.config/attentoscope.
std::string config_folder();
/// $XDG_STATE_HOME/attentoscope, or ~/.local/state/attentoscope.
std::string state_folder();

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

/// Creates `folder` and its parents, for this user only. Throws std::runtime_error, also if it is
/// empty.
void make_folder(const std::string& folder);

/// Absolute form of `path`, without "." and "..".
std::string absolute_path(const std::string& path);

}  // namespace attn
