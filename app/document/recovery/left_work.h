#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/document/history/document.h"
#include "app/document/recovery/autosave.h"

namespace attn {

/// Unsaved work that another scene took the place of in the window. It can be opened again, with
/// its history, as long as the program runs; and it is on the disk as after a crash, where the next
/// start finds it.
class LeftWork {
 public:
  struct Item {
    Document document;
    KnownFile file;  ///< that it belongs to; empty where there is none
  };

  /// So many can be opened again without a new start.
  static constexpr std::size_t kMaxItems = 10;

  /// Its histories together take at most `most_bytes`: the oldest are let go of first, then what
  /// is on the disk is there alone.
  explicit LeftWork(std::string folder = autosave_folder(), double most_bytes = history_limit())
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  std::size_t size() const { return entries_.size(); }
  /// The latest first.
  const Item& operator[](std::size_t n) const { return entries_[n].item; }

  /// Waits for the disk. Answers in words why it could not be written there, else nothing; it can
  /// be opened again in any case.
  std::string add(Item item);

  /// It is open in the window again. On the disk it stays until forget_taken().
  Item take(std::size_t n);
  bool has_taken() const { return !taken_.empty(); }
  /// What was taken is kept by other means now, or saved.
  void forget_taken();

 private:
  struct Entry {
    Item item;
    std::optional<AutosaveSlot> slot;  // none where it could not be written
  };

  double bytes() const;
  void keep_within_bound();

  std::string folder_;
  double most_bytes_;
  std::vector<Entry> entries_;
  std::vector<AutosaveSlot> taken_;
};

}  // namespace attn
