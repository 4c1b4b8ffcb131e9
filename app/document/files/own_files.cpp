#include "app/document/files/own_files.h"

#include "app/document/files/user_folders.h"

namespace attn {
namespace {

std::string within(const std::string& folder, const char* name) {
  return folder.empty() ? "" : folder + name;
}

}  // namespace

std::string settings_file() { return within(config_folder(), "/settings.json"); }
std::string recent_files_file() { return within(state_folder(), "/recent"); }
std::string lesson_progress_file() { return within(state_folder(), "/lessons.json"); }

}  // namespace attn
