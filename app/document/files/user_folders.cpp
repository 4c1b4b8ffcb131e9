#include "app/document/files/user_folders.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace attn {
namespace {

constexpr std::string_view kName = "/attentoscope";

std::string folder_for(const char* variable, std::string_view below_home) {
  const std::string folder =
      folder_variable(variable);  // relative ones are ignored, by the specification
  if (!folder.empty()) return folder + std::string(kName);
  const std::string home = home_folder();
  return home.empty() ? "" : home + std::string(below_home) + std::string(kName);
}

std::string within(const std::string& folder, const char* name) {
  return folder.empty() ? "" : folder + name;
}

}  // namespace

std::string data_folder() { return folder_for("XDG_DATA_HOME", "/.local/share"); }
std::string config_folder() { return folder_for("XDG_CONFIG_HOME", "/.config"); }
std::string state_folder() { return folder_for("XDG_STATE_HOME", "/.local/state"); }

std::string settings_file() { return within(config_folder(), "/settings.json"); }
std::string recent_files_file() { return within(state_folder(), "/recent"); }
std::string lesson_progress_file() { return within(state_folder(), "/lessons.json"); }

void make_folder(const std::string& folder) {
  if (folder.empty()) throw std::runtime_error("no home folder");
  for (std::size_t slash = 0; slash != std::string::npos;) {
    slash = folder.find('/', slash + 1);
    const std::string part = folder.substr(0, slash);
    if (const int error = make_private_folder(part)) {
      throw std::runtime_error(part + ": " + std::strerror(error));
    }
  }
  if (!std::filesystem::is_directory(std::filesystem::path(folder))) {
    throw std::runtime_error(folder + ": " + std::strerror(ENOTDIR));
  }
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

}  // namespace attn
