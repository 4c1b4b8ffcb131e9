#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/document/files/user_folders.h"

namespace attn {

/// Backend of attention: the engine, compute shaders, or whichever was measured to be faster.
enum class Backend { kAuto, kEigen, kGlsl };

/// Size of the window when it was closed.
struct WindowSize {
  int width = 0, height = 0;  ///< inner size in pixels at content scale 1
  bool is_maximized = false;
  bool operator==(const WindowSize&) const = default;
};

/// The user's settings, independent of the open scene.
struct Settings {
  bool dark = false;
  bool knows_first_steps = false;  ///< the introduction is completed, or was closed
  Backend backend = Backend::kAuto;
  std::set<std::string> hidden{};           ///< hidden parts of the window
  std::map<std::string, int> type_sizes{};  ///< size of type in percent, by the screen's name
  std::optional<WindowSize> window{};
  bool operator==(const Settings&) const = default;
};

/// Never throws: unreadable settings get defaults.
Settings read_settings(const std::string& file = settings_file());

/// Parses the file's text; missing or invalid settings get defaults.
Settings parse_settings(std::string_view text);
/// Text of the file, preserving unknown members of `before`, its previous text.
std::string format_settings(const Settings& settings, std::string_view before);

/// Writes the settings, and preserves unknown members of the file. Throws std::runtime_error.
void write_settings(const Settings& settings, const std::string& file = settings_file());

}  // namespace attn
