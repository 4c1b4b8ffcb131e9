#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/files/file_stamp.h"
#include "app/document/files/user_folders.h"
#include "app/platform/file_lock.h"
#include "engine/attention/scene.h"

namespace attn {

/// Folder for the record of one running process, locked during the lifetime of this object; the
/// system releases the lock when the process ends for any reason.
class AutosaveSlot {
 public:
  /// Creates a slot in `folder`, which is created if missing. Throws std::runtime_error.
  static AutosaveSlot make(const std::string& folder);

  /// Claims the slot in the folder at `path`; empty if another process holds it, or it is
  /// inaccessible.
  static std::optional<AutosaveSlot> claim(const std::string& path);

  /// Returns whether `name` has the form of make().
  static bool is_name(const std::string& name);

  AutosaveSlot(AutosaveSlot&& other) noexcept = default;
  AutosaveSlot& operator=(AutosaveSlot&& other) noexcept;
  /// Releases the slot; removes a slot without a record.
  ~AutosaveSlot();

  std::string record_path() const { return path_ + "/record"; }
  bool has_record() const;
  // Does not follow symbolic links; throws std::runtime_error.
  std::string read_record(long long max_bytes) const;
  void write_record(std::string_view bytes) const;
  void remove_record() const;

 private:
  AutosaveSlot(std::string path, FileLock lock)
      : path_(std::move(path)), lock_(std::make_unique<FileLock>(std::move(lock))) {}

  std::string path_;
  std::unique_ptr<FileLock> lock_;  ///< null after a move
};

/// Claims all free slots with a record in `folder`, the latest first.
std::vector<AutosaveSlot> claim_records(const std::string& folder);

/// Unsaved work of a window, stored apart from the user's files.
struct Recovered {
  Scene scene;
  std::string path;                ///< absolute path of its file; empty: none
  std::optional<FileStamp> stamp;  ///< content of the file when it was last read or saved
  bool ended = false;  ///< its window was closed; false: the process or the machine was interrupted
};

/// Formats a line of metadata, then the scene as in its file. Throws std::runtime_error if it is
/// larger than a scene may be.
std::string format_record(const Scene& scene, const KnownFile& file, bool ended);

/// Parses a record; empty if `bytes` is not one, or its scene is invalid.
std::optional<Recovered> parse_record(std::string_view bytes);

}  // namespace attn
