#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/document/files/problem_line.h"
#include "app/document/recovery/autosave_slot.h"
#include "app/document/scene_file/scene_file.h"
#include "app/session/evaluation/worker.h"

namespace attn {

/// Stores unfinished work of this process where the next one finds it after a crash or an end
/// without saving, like Autosave for scenes. Writes in the background; only end() waits for the
/// disk. Not thread-safe. Work has record_of(work), and read_record(record, to), which throws if
/// the record is invalid; its Owner has work(), and has(work): whether that is the present work.
template <typename Work, typename Owner>
class KeptWork {
 public:
  using Clock = std::chrono::steady_clock;

  /// Writes at most once per `pause`.
  explicit KeptWork(std::string folder, Clock::duration pause = {})
      : folder_(std::move(folder)), pause_(pause) {}

  /// Stores the work of `owner`, or nothing if null. Can be called in each frame: without changes
  /// it does nothing. Returns the seconds after which it is to be called again; 0: after the next
  /// change.
  double keep(const Owner* owner) {
    if (const auto end = worker_.take_end()) error_ = end->problem;
    if (worker_.is_busy()) return kSoon;
    if (is_written(owner)) return 0;
    const std::chrono::duration<double> since = Clock::now() - begun_;
    if (owner != nullptr && written_ && since < pause_) {
      return std::chrono::duration<double>(pause_).count() - since.count();
    }
    begun_ = Clock::now();
    written_ = owner != nullptr ? std::optional<Work>(owner->work()) : std::nullopt;
    worker_.start([this, wanted = written_](const Watch&) { write(wanted); });
    return kSoon;
  }

  /// Waits until all requests are on the disk, or failed.
  void end(const Owner* owner) {
    while (worker_.is_busy()) {
      if (const auto end = worker_.take_end()) {
        error_ = end->problem;
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    if (is_written(owner) && error_.empty()) return;
    written_ = owner != nullptr ? std::optional<Work>(owner->work()) : std::nullopt;
    try {
      error_.clear();
      write(written_);
    } catch (const std::exception& failure) {
      error_ = error_message(failure);
    }
  }

  /// Error of the last request; empty if it succeeded.
  const std::string& error() const { return error_; }

  /// Claims the latest work of a process that no longer runs; empty if there is none. Unreadable
  /// records are skipped and kept: see unreadable(). Waits for the disk.
  std::optional<Work> claim_latest() {
    unreadable_.clear();
    if (worker_.is_busy() || slot_) return std::nullopt;
    for (AutosaveSlot& slot : claim_records(folder_)) {
      try {
        Work work;
        read_record(slot.read_record(kMaxSceneBytes + (1 << 20)), work);
        slot_ = std::move(slot);
        written_ = work;
        return work;
      } catch (const std::exception&) {
        unreadable_.push_back(slot.record_path());
      }
    }
    return std::nullopt;
  }
  /// Unreadable records seen by claim_latest().
  const std::vector<std::string>& unreadable() const { return unreadable_; }

 private:
  static constexpr double kSoon = 0.05;

  void write(const std::optional<Work>& work) {
    if (!work) {
      if (slot_) slot_->remove_record();
      return;
    }
    if (!slot_) slot_ = AutosaveSlot::make(folder_);
    slot_->write_record(record_of(*work));
  }

  bool is_written(const Owner* owner) const {
    return owner == nullptr ? !written_ : written_ && owner->has(*written_);
  }

  std::string folder_;
  Clock::duration pause_;
  Clock::time_point begun_{};
  std::optional<Work> written_{};  ///< last request
  std::string error_{};
  std::vector<std::string> unreadable_{};
  std::optional<AutosaveSlot> slot_{};  ///< used by the worker while it is busy
  Worker worker_{};                     ///< last: uses all of the above
};

}  // namespace attn
