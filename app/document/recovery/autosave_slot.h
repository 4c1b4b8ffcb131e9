#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A folder for one record that belongs to one running program: it is locked for as long as this
/// lives, and the system frees the lock when the process is gone, however it went.
class AutosaveSlot {
 public:
  /// A new one in `folder`, which is made where it is missing. Throws std::runtime_error in words.
  static AutosaveSlot make(const std::string& folder);

  /// The slot in the folder at `path`; nothing where another holds it, or it can't be had.
  static std::optional<AutosaveSlot> claim(const std::string& path);

  /// Whether `name` is one that make() gives.
  static bool is_name(const std::string& name);

  AutosaveSlot(AutosaveSlot&& other) noexcept;
  AutosaveSlot& operator=(AutosaveSlot&& other) noexcept;
  /// Frees it. A slot without a record is removed.
  ~AutosaveSlot();

  std::string record_path() const { return path_ + "/record"; }
  bool has_record() const;
  // These follow no link that somebody put there, and throw std::runtime_error in words.
  std::string read_record(long long max_bytes) const;
  void write_record(std::string_view bytes) const;
  void remove_record() const;

 private:
  AutosaveSlot(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_ = -1;
};

/// The slots in `folder` that hold a record and that nobody else holds, the latest first.
std::vector<AutosaveSlot> claim_records(const std::string& folder);

}  // namespace attn
