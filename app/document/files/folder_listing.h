#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A folder, or a file of what is listed in a folder.
struct FolderEntry {
  std::string path;   ///< absolute, the bytes that open it
  std::string label;  ///< its name, one line of UTF-8
  bool is_folder = false;
  bool operator==(const FolderEntry&) const = default;
};

/// What a file browser shows of a folder.
struct FolderListing {
  std::string path;                   ///< absolute, without a slash at its end (but for the root)
  std::optional<std::string> parent;  ///< absolute; none for the root
  std::vector<FolderEntry> entries;   ///< folders first, each by name, "2" before "10"
  std::string error;                  ///< why the folder can't be read, in words; else empty
};

/// Which files are listed: scenes, `*.attn.json`; lessons, `*.md` but README.md; both of these,
/// and figures of several views, `*.attn-figure.json`; tasks of one's own, `*.txt`.
enum class ListedFiles { kScenes, kLessons, kBoth, kTasks };

/// The folders and those files in the folder at `path`, an empty one being the current one. Hidden
/// ones are left out, and so is what can't be looked at. Never throws.
FolderListing list_folder(const std::string& path, ListedFiles listed = ListedFiles::kScenes);

}  // namespace attn
