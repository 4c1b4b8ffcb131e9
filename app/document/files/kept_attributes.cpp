#include "app/document/files/kept_attributes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace attn {
namespace {

/// Attribute values by name; empty if a value cannot be read.
using Attributes = std::map<std::string, std::optional<std::string>>;

/// Extended attributes of `file`; empty if they cannot be listed.
std::optional<Attributes> attributes_of(int file) {
  constexpr std::size_t kMostBytes = 1 << 16;  // XATTR_LIST_MAX, XATTR_SIZE_MAX
  std::vector<char> names(kMostBytes), value(kMostBytes);
  Attributes all;
  const ssize_t end = ::flistxattr(file, names.data(), names.size());
  if (end < 0) return errno == ENOTSUP ? std::optional(all) : std::nullopt;
  for (const char* name = names.data(); name < names.data() + end; name += std::strlen(name) + 1) {
    const ssize_t size = ::fgetxattr(file, name, value.data(), value.size());
    auto& kept = all[name];
    if (size >= 0) kept.emplace(value.data(), static_cast<std::size_t>(size));
  }
  return all;
}

bool keep_extended(int from, int to) {
  const auto wanted = attributes_of(from), there = attributes_of(to);
  if (!wanted || !there) return false;
  for (const auto& [name, value] : *wanted) {
    const auto found = there->find(name);
    // For example a security label set by the system.
    if (found != there->end() && found->second == value) continue;
    if (!value || ::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) != 0) return false;
  }
  return std::ranges::all_of(*there, [&](const auto& attribute) {
    return wanted->contains(attribute.first) || ::fremovexattr(to, attribute.first.c_str()) == 0;
  });
}

}  // namespace

bool keep_attributes(int from, int to) {
  struct stat old {
  }, now{};
  if (::fstat(from, &old) != 0 || ::fstat(to, &now) != 0) return false;
  const bool is_own = old.st_uid == now.st_uid && old.st_gid == now.st_gid;
  if (!is_own && ::fchown(to, old.st_uid, old.st_gid) != 0) return false;
  // The mode is set last: chown() and access control lists change it.
  return keep_extended(from, to) && ::fchmod(to, old.st_mode & 07777) == 0;
}

}  // namespace attn
