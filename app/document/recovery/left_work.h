#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/document/history/document.h"
#include "app/document/recovery/autosave.h"

namespace attn {

/// Unsaved work that was replaced by another scene in the window. It can be reopened with its
/// history while the process runs; it is also stored on the disk, so that the next start can
/// recover it.
class LeftWork {
 public:
  struct Item {
    Document document;
    KnownFile file;  ///< its file; empty: none
  };

  /// Maximum number of works that can be reopened without a restart.
  static constexpr std::size_t kMaxItems = 10;

  /// Limits the memory of all histories to `most_bytes`: the oldest are released first, and remain
  /// on the disk only.
  explicit LeftWork(std::string folder = autosave_folder(), double most_bytes = history_limit())
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  std::size_t size() const { return entries_.size(); }
  /// The latest first.
  const Item& operator[](std::size_t n) const { return entries_[n].item; }

  /// Waits for the disk. Returns the error of writing, else empty; the work can be reopened in any
  /// case.
  std::string add(Item item);

  /// Removes the work, which is open in the window again. It stays on the disk until
  /// forget_taken().
  Item take(std::size_t n);
  bool has_taken() const { return !taken_.empty(); }
  /// Removes reopened work from the disk, after it was saved or stored by Autosave.
  void forget_taken();

 private:
  struct Entry {
    Item item;
    std::optional<AutosaveSlot> slot;  // none if writing failed
  };

  double bytes() const;
  void keep_within_bound();

  std::string folder_;
  double most_bytes_;
  std::vector<Entry> entries_;
  std::vector<AutosaveSlot> taken_;
};

}  // namespace attn
