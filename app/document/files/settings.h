#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/document/files/own_files.h"

namespace attn {

/// What computes attention: the engine, compute shaders, or whichever was measured to be faster.
enum class Backend { kAuto, kEigen, kGlsl };

/// What a person chose for the program, whatever scene is open.
struct Settings {
  bool dark = false;
  bool knows_first_steps = false;  ///< what a new user is pointed at is done, or was closed
  Backend backend = Backend::kAuto;
  std::set<std::string> hidden{};  ///< parts of the window that are not to be seen
  bool operator==(const Settings&) const = default;
};

/// Never throws: what can't be read is the default.
Settings read_settings(const std::string& file = settings_file());

/// Of the file's text; what is not there, or can't be read, is the default.
Settings parse_settings(std::string_view text);
/// The text of the file, in which `before`, its text, also stands.
std::string format_settings(const Settings& settings, std::string_view before);

/// What the file says beside is kept. Throws std::runtime_error in words.
void write_settings(const Settings& settings, const std::string& file = settings_file());

}  // namespace attn
