#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/document/recovery/autosave_slot.h"
#include "engine/attention/scene.h"

namespace attn {

/// Default folder of unsaved work; empty if the user has none.
std::string autosave_folder();

/// Stores the unsaved work of this process where the next one finds it after a crash, a power
/// failure, or an end without saving. Running processes do not see each other's work. Writes in the
/// background, at most once per `pause`; only functions documented to wait for the disk block. Not
/// thread-safe.
class Autosave {
 public:
  explicit Autosave(std::string folder = autosave_folder(),
                    std::chrono::milliseconds pause = std::chrono::milliseconds(500));
  /// Completes requested writes. Stored work stays, as after a crash.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Stores `scene`, which belongs to `file` (empty: none yet), in place of the previous one. Can
  /// be called in each frame: without changes it does nothing.
  void keep(const Scene& scene, const KnownFile& file);

  /// Removes the stored work: everything is saved.
  void discard();

  /// Marks the stored work as ended by closing the window, not by a crash; it stays recoverable.
  /// Waits for the disk.
  void end();

  /// Waits until all requests are on the disk, or failed.
  void flush();

  /// Error of the last request; empty if it succeeded.
  std::string error() const;

  /// Claims the latest work of a process that no longer runs; empty if there is none. From then on
  /// neither other processes nor later calls find it; the next call returns the one before. Until
  /// forget_recovered() it can be found again after this process ends. Unreadable records are
  /// skipped and kept: see unreadable(). Waits for the disk.
  std::optional<Recovered> find_recovered();
  /// Number of further works after the last result of find_recovered().
  std::size_t more_to_recover() const { return more_; }
  /// Unreadable records seen by the last find_recovered().
  const std::vector<std::string>& unreadable() const { return unreadable_; }

  /// Removes the result of find_recovered(): it was declined, or is stored by keep(), whose
  /// completion is awaited. On failure the record stays, with the reason in error().
  void forget_recovered();

 private:
  struct Work {
    std::optional<Scene> scene;
    KnownFile file;
    bool ended = false;
  };

  void want(Work work);
  void run();
  void write(const Work& work);

  const std::string folder_;
  const std::chrono::milliseconds pause_;
  Work wanted_;  // last request
  std::vector<AutosaveSlot> recovered_;
  std::size_t more_ = 0;
  std::vector<std::string> unreadable_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Scenes are handed over by swapping, so that only the caller's thread destroys them: it never
  // edits data that the writer still reads.
  Work next_;
  Work writing_;
  bool is_pending_ = false;
  bool is_writing_ = false;
  bool is_urgent_ = false;
  bool is_stopping_ = false;
  std::string error_;

  std::optional<AutosaveSlot> slot_;  // owned by the writer
  std::thread writer_;                // last: uses all of the above
};

}  // namespace attn
