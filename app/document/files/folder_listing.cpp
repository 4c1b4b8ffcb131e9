#include "app/document/files/folder_listing.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "engine/base/text.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestLabel = 255;

bool comes_before(const FolderEntry& a, const FolderEntry& b) {
  if (a.is_folder != b.is_folder) return a.is_folder;
  const int order = compare_names(with_small_letters(a.path), with_small_letters(b.path));
  return order != 0 ? order < 0 : a.path < b.path;
}

/// Whether the file may be attention of another program: arrays, but not those of a scene's scores.
bool is_of_arrays(const std::string& name) {
  constexpr std::string_view kEndings[] = {".npz", ".npy", ".safetensors"};
  return !name.ends_with(".scores.npy") &&
         std::ranges::any_of(kEndings, [&](std::string_view end) { return name.ends_with(end); });
}

bool is_listed(const std::string& name, ListedFiles listed) {
  if (listed == ListedFiles::kTasks) return name.ends_with(".txt");
  if (listed == ListedFiles::kPictures) return with_small_letters(name).ends_with(".png");
  const bool is_scene = name.ends_with(".attn.json");
  if (listed == ListedFiles::kTokens) {
    const bool is_own = is_scene || name.ends_with(".attn-figure.json");
    return name.ends_with(".txt") || (name.ends_with(".json") && !is_own);
  }
  const bool is_model = name == "config.json" || name.ends_with(".attn-model.json");
  const bool is_other = listed == ListedFiles::kBoth &&
                        (name.ends_with(".attn-figure.json") || is_model || is_of_arrays(name));
  const bool is_lesson = name.ends_with(".md") && name != "README.md";
  return (is_scene && listed != ListedFiles::kLessons) ||
         (is_lesson && listed != ListedFiles::kScenes) || is_other;
}

std::optional<FolderEntry> entry_for(const fs::directory_entry& found, ListedFiles listed) {
  const std::string name = found.path().filename().string();
  if (name.starts_with('.')) return std::nullopt;
  std::error_code error;
  const bool is_folder = found.is_directory(error);
  const bool is_file = !is_folder && is_listed(name, listed) && found.is_regular_file(error);
  if (!is_folder && !is_file) return std::nullopt;
  return FolderEntry{found.path().string(), shown(valid_utf8(name), kLongestLabel), is_folder};
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

FolderListing unread_folder(const std::string& path) {
  FolderListing listing;
  listing.path = without_slash(absolute_path(path.empty() ? "." : path));
  if (listing.path != "/") listing.parent = fs::path(listing.path).parent_path().string();
  return listing;
}

FolderListing list_folder(const std::string& path, ListedFiles listed) {
  FolderListing listing = unread_folder(path);
  std::error_code error;
  fs::directory_iterator found(listing.path, error);
  for (; !error && found != fs::directory_iterator(); found.increment(error)) {
    if (auto entry = entry_for(*found, listed)) listing.entries.push_back(std::move(*entry));
  }
  if (error) listing.error = error.message();
  std::ranges::sort(listing.entries, comes_before);
  return listing;
}

}  // namespace attn
