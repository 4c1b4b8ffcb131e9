#include "app/session/workspace/export_folder.h"

#include <filesystem>
#include <stdexcept>

#include "app/document/files/recent_files.h"
#include "app/document/files/user_folders.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// File with the folders of exports; empty if the user has no folder for it.
std::string export_folders_file() {
  const std::string folder = state_folder();
  return folder.empty() ? "" : folder + "/export-folders";
}

}  // namespace

std::string first_export_folder(const std::string& scene_path) {
  std::error_code failed;
  for (const std::string& folder : recent_files(export_folders_file())) {
    if (fs::is_directory(folder, failed)) return folder;
  }
  if (!scene_path.empty()) return fs::path(absolute_path(scene_path)).parent_path().string();
  const fs::path here = fs::current_path(failed);
  return failed ? home_folder() : here.string();
}

void keep_export_folder(const std::string& folder) try {
  const std::string file = export_folders_file();
  if (!file.empty()) add_recent_file(folder, file);
} catch (const std::runtime_error&) {  // the next export uses the default
}

}  // namespace attn
