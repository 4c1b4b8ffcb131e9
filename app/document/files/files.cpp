#include "app/document/files/files.h"

#include <filesystem>
#include <stdexcept>

#include "app/document/files/file_stamp.h"
#include "app/document/files/user_folders.h"

namespace attn {
namespace {

/// Reads from the file's position to its end.
std::string read_to_end(const Descriptor& file, std::uint64_t size, long long max_bytes) {
  const std::string too_large =
      "expected at most " + std::to_string(max_bytes >> 20) + " MiB, found more";
  const auto most = static_cast<std::uint64_t>(max_bytes);
  if (size > most) throw std::runtime_error(too_large);
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(size) + 1);
  char buffer[1 << 16];
  while (const std::size_t count = read_some(file, buffer, sizeof buffer)) {
    bytes.append(buffer, count);
    if (bytes.size() > most) throw std::runtime_error(too_large);
  }
  return bytes;
}

/// Reads a regular file. Starts again if somebody changes it meanwhile.
std::string read_unchanged(const Descriptor& file, long long max_bytes) {
  constexpr int kMostTries = 5;
  const std::int64_t begin = position_of(file);
  for (int n = 0; n < kMostTries; ++n) {
    const FileIdentity before = settled_identity_of(file);
    std::string bytes = read_to_end(file, before.size, max_bytes);
    if (identity_of(file) == before) return bytes;
    set_position(file, begin);
  }
  throw std::runtime_error("the file was changed while it was read");
}

}  // namespace

std::string read_file(const std::string& path, long long max_bytes) {
  if (path != "-") return read_regular_file(path, max_bytes);
  const Descriptor file = open_standard_input();
  const FileType type = status_of(file).type;
  const bool can_change = type == FileType::regular || type == FileType::folder;
  if (can_change) note_read(identity_of(file));
  return can_change ? read_unchanged(file, max_bytes) : read_to_end(file, 0, max_bytes);
}

std::string read_regular_file(const std::string& path, long long max_bytes, Links links) {
  const Descriptor file = open_to_read(path, links);
  note_read(identity_of(file));
  return read_unchanged(file, max_bytes);
}

std::string read_own_file(const std::string& file) try {
  return read_regular_file(file, 1 << 20);
} catch (const std::exception&) {
  return "";
}

void write_own_file(const std::string& file, std::string_view text) {
  make_folder(std::filesystem::path(file).parent_path().string());
  write_file(file, text, FileKind::own);
}

}  // namespace attn
