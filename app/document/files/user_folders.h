#pragma once

#include <string>

namespace attn {

// Where this user's things are, by the XDG Base Directory Specification 0.8. Nothing is created.
// Each ends without a slash, and is empty where the system doesn't say.

std::string home_folder();
/// $XDG_DATA_HOME/attentoscope, or ~/.local/share/attentoscope.
std::string data_folder();
/// $XDG_CONFIG_HOME/attentoscope, or ~/.config/attentoscope.
std::string config_folder();
/// $XDG_STATE_HOME/attentoscope, or ~/.local/state/attentoscope.
std::string state_folder();

/// Makes `folder` and those above it, for this user alone. Throws std::runtime_error in words, also
/// where it is empty.
void make_folder(const std::string& folder);

/// `path` from the root, without "." and "..": it means the same wherever the program runs.
std::string absolute_path(const std::string& path);

}  // namespace attn
