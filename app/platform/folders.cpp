#include "app/platform/folders.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attn {

std::string home_folder() {
  std::string home = folder_variable("HOME");
  if (!home.empty()) return home;
  const passwd* user = ::getpwuid(::getuid());
  return user && user->pw_dir ? user->pw_dir : "";
}

std::string folder_variable(const char* name) {
  const char* value = std::getenv(name);
  if (!value || value[0] != '/') return "";
  std::string folder = value;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

int make_private_folder(const std::string& path) {
  return ::mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST ? 0 : errno;
}

std::string make_temporary_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "attentoscope-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary file: " + path);
  return path;
}

std::string link_target(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
  return length < 0 ? "" : std::string(target, static_cast<std::size_t>(length));
}

int compare_names(const std::string& a, const std::string& b) {
  return ::strverscmp(a.c_str(), b.c_str());
}

}  // namespace attn
