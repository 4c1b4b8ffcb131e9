#include "app/document/recovery/left_work.h"

#include <exception>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/document/recovery/autosave_slot.h"

namespace attn {
namespace {

AutosaveSlot write_slot(const LeftWork::Item& item, const std::string& folder) {
  AutosaveSlot slot = AutosaveSlot::make(folder);
  const std::string path = item.file.path.empty() ? "" : absolute_path(item.file.path);
  slot.write_record(format_record(item.document.scene(), {path, item.file.stamp}, /*ended=*/true));
  return slot;
}

void remove_record(const AutosaveSlot& slot) {
  try {
    slot.remove_record();
  } catch (const std::exception&) {
    // The record remains. The next start offers it, and the user can decline.
  }
}

}  // namespace

std::string LeftWork::add(Item item) {
  std::string error;
  std::optional<AutosaveSlot> slot;
  try {
    slot = write_slot(item, folder_);
  } catch (const std::exception& failure) {
    error = error_message(failure);
  }
  const auto is_same = [&](const Entry& old) {
    return old.item.file.path == item.file.path &&
           old.item.document.scene() == item.document.scene();
  };
  for (const Entry& old : entries_) {
    if (slot && old.slot && is_same(old)) remove_record(*old.slot);
  }
  std::erase_if(entries_, is_same);
  entries_.insert(entries_.begin(), Entry{std::move(item), std::move(slot)});
  // Work that is only in memory is never released.
  if (entries_.size() > kMaxItems && entries_.back().slot) entries_.pop_back();
  keep_within_bound();
  return error;
}

double LeftWork::bytes() const {
  double all = 0;
  for (const Entry& entry : entries_) all += entry.item.document.bytes();
  return all;
}

void LeftWork::keep_within_bound() {
  for (auto entry = entries_.rbegin(); entry != entries_.rend() && bytes() > most_bytes_; ++entry) {
    entry->item.document.forget_history();
  }
  for (std::size_t n = entries_.size(); n-- > 0 && bytes() > most_bytes_;) {
    if (entries_[n].slot) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(n));
  }
}

LeftWork::Item LeftWork::take(std::size_t n) {
  Entry entry = std::move(entries_[n]);
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(n));
  if (entry.slot) taken_.push_back(std::move(*entry.slot));
  return std::move(entry.item);
}

void LeftWork::forget_taken() {
  for (const AutosaveSlot& slot : taken_) remove_record(slot);
  taken_.clear();
}

}  // namespace attn
