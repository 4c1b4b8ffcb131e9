#include "app/document/files/recent_files.h"

#include <algorithm>
#include <string_view>

#include "app/document/files/files.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"

namespace attn {
namespace {

void append_path(std::vector<std::string>& paths, std::string path) {
  const bool is_path = path.starts_with('/') && path.find('\0') == std::string::npos;
  if (!is_path || paths.size() == kMaxRecentFiles || std::ranges::count(paths, path)) return;
  paths.push_back(std::move(path));
}

void write_list(const std::vector<std::string>& paths, const std::string& file) {
  std::string text;
  for (const std::string& path : paths) text += percent_encoded(path) + "\n";
  write_own_file(file, text);
}

}  // namespace

std::vector<std::string> recent_files(const std::string& file) {
  std::vector<std::string> paths;
  const std::string bytes = read_own_file(file);
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    append_path(paths, percent_decoded(line));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return paths;
}

void add_recent_file(const std::string& path, const std::string& file) {
  if (path.empty() || path == "-") return;
  std::vector<std::string> paths;
  append_path(paths, absolute_path(path));
  for (std::string& old : recent_files(file)) append_path(paths, std::move(old));
  write_list(paths, file);
}

void remove_recent_file(const std::string& path, const std::string& file) {
  std::vector<std::string> paths = recent_files(file);
  if (std::erase(paths, absolute_path(path)) > 0) write_list(paths, file);
}

}  // namespace attn
