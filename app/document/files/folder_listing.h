#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Folder, or listed file, in a folder.
struct FolderEntry {
  std::string path;   ///< absolute path, as bytes
  std::string label;  ///< its name, as one line of UTF-8
  bool is_folder = false;
  bool operator==(const FolderEntry&) const = default;
};

/// Content of a folder for a file browser.
struct FolderListing {
  std::string path;                   ///< absolute, without a trailing slash (except the root)
  std::optional<std::string> parent;  ///< absolute; none for the root
  std::vector<FolderEntry> entries;   ///< folders first, each by name, "2" before "10"
  std::string error;                  ///< reason why the folder cannot be read; else empty
};

/// Listed files: scenes, `*.attn.json`; lessons, `*.md` except README.md; both of these, and
/// figures with several views, `*.attn-figure.json`, and arrays, `*.npz`, `*.npy`, `*.safetensors`;
/// tasks, `*.txt`; tokens, `*.txt` and `*.json` of other programs; pictures, `*.png`.
enum class ListedFiles { kScenes, kLessons, kBoth, kTasks, kTokens, kPictures };

/// Listing of the folder at `path`, empty: the current one, without its entries.
FolderListing unread_folder(const std::string& path);

/// Folders and listed files in the folder at `path`; empty: the current one. Skips hidden and
/// inaccessible ones. Never throws.
FolderListing list_folder(const std::string& path, ListedFiles listed = ListedFiles::kScenes);

}  // namespace attn
