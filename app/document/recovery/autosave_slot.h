#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

  AutosaveSlot(AutosaveSlot&& other) noexcept;
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
  AutosaveSlot(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_ = -1;
};

/// Claims all free slots with a record in `folder`, the latest first.
std::vector<AutosaveSlot> claim_records(const std::string& folder);

}  // namespace attn
