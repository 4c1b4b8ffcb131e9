#include "app/document/files/file_path.h"

#include <climits>

#include <unistd.h>

#include "app/document/files/descriptor.h"

namespace attn {

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

std::string without_links(std::string path) {
  constexpr int kMaxLinks = 40;
  for (int links = 0; links <= kMaxLinks; ++links) {
    char target[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length < 0) return path;
    const std::string next(target, static_cast<std::size_t>(length));
    path = next.starts_with('/') ? next : folder_of(path).append(next);
  }
  fail_with(ELOOP);
}

}  // namespace attn
