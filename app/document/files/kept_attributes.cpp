#include "app/document/files/kept_attributes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>
#endif

namespace attn {
namespace {

#ifdef __linux__

/// What `read` (which is asked for the size first) gives; nothing where there is none.
template <typename Read>
std::optional<std::string> bytes_by(Read read) {
  const ssize_t size = read(nullptr, 0);
  if (size < 0) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const ssize_t count = read(bytes.data(), bytes.size());
  if (count < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

std::optional<std::string> attribute(int file, const std::string& name) {
  return bytes_by(
      [&](char* room, std::size_t size) { return ::fgetxattr(file, name.c_str(), room, size); });
}

std::optional<std::set<std::string>> attributes(int file) {
  const auto names =
      bytes_by([&](char* room, std::size_t size) { return ::flistxattr(file, room, size); });
  std::set<std::string> all;
  if (!names) return errno == ENOTSUP ? std::optional(all) : std::nullopt;
  for (std::size_t at = 0; at < names->size(); at += std::strlen(&(*names)[at]) + 1) {
    all.emplace(&(*names)[at]);
  }
  return all;
}

bool keep_extended(int from, int to) {
  const auto wanted = attributes(from), there = attributes(to);
  if (!wanted || !there) return false;
  for (const std::string& name : *wanted) {
    const auto value = attribute(from, name);
    if (value == attribute(to, name)) continue;  // as the system's own labels
    if (!value || ::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) != 0) return false;
  }
  return std::ranges::all_of(*there, [&](const std::string& name) {
    return wanted->contains(name) || ::fremovexattr(to, name.c_str()) == 0;
  });
}

#else

bool keep_extended(int, int) { return true; }

#endif

}  // namespace

bool keep_attributes(int from, int to) {
  struct stat old {
  }, now{};
  if (::fstat(from, &old) != 0 || ::fstat(to, &now) != 0) return false;
  const bool is_own = old.st_uid == now.st_uid && old.st_gid == now.st_gid;
  if (!is_own && ::fchown(to, old.st_uid, old.st_gid) != 0) return false;
  // The mode last: another owner takes bits from it, and so does an access control list.
  return keep_extended(from, to) && ::fchmod(to, old.st_mode & 07777) == 0;
}

}  // namespace attn
