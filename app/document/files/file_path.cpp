#include "app/document/files/file_path.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdexcept>

#include "app/document/files/user_folders.h"
#include "app/platform/descriptor.h"
#include "app/platform/folders.h"
#include "engine/base/text.h"

namespace attn {

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

std::string without_links(std::string path) {
  constexpr int kMaxLinks = 40;
  for (int links = 0; links <= kMaxLinks; ++links) {
    const std::string next = link_target(path);
    if (next.empty()) return path;
    path = next.starts_with('/') ? next : folder_of(path).append(next);
  }
  fail_with(ELOOP);
}

void require_below(const std::string& folder, const std::string& name) {
  namespace fs = std::filesystem;
  const auto refuse = [](const std::string& found) {
    throw std::runtime_error("expected a file in the folder of this one, or below it, found " +
                             found);
  };
  if (name.empty() || name.find('\0') != name.npos) refuse("an invalid name");
  const fs::path named(name);
  const std::string quoted = "\"" + shown(name) + "\"";
  if (named.is_absolute()) refuse(quoted);
  if (std::ranges::count(named, "..") > 0) refuse(quoted + ", with ..");
  std::error_code error;
  const fs::path whole = fs::canonical(folder.empty() ? "." : folder, error);
  const fs::path path = error ? fs::path() : fs::canonical(whole / named, error);
  if (error) return;
  const auto ends = std::mismatch(whole.begin(), whole.end(), path.begin(), path.end());
  if (ends.first != whole.end()) refuse(quoted + ", a link to another place");
}

std::string reference_from(const std::string& folder, const std::string& path) {
  const auto relative = std::filesystem::path(path).lexically_relative(
      std::filesystem::path(absolute_path(folder.empty() ? "." : folder)));
  return relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

}  // namespace attn
