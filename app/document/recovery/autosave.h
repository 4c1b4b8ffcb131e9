#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/document/recovery/autosave_slot.h"
#include "app/document/recovery/recovery_record.h"
#include "engine/attention/scene.h"

namespace attn {

/// Where work is kept by default; empty where the user has no folder for it.
std::string autosave_folder();

/// Keeps the work of one running program where the next one finds it, after a crash, a power cut,
/// or an end without saving. Several programs do not see each other's work while they run.
/// Writing happens beside, at most once in `pause`: no call but those that say so waits for the
/// disk. For one thread.
class Autosave {
 public:
  explicit Autosave(std::string folder = autosave_folder(),
                    std::chrono::milliseconds pause = std::chrono::milliseconds(500));
  /// Writes what is asked for. The work that is kept stays, as after a crash.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Keeps `scene`, which belongs to `file` (empty: to none yet), in place of the scene that was
  /// kept before. May be called in each frame: where nothing changed it does nothing.
  void keep(const Scene& scene, const KnownFile& file);

  /// Keeps nothing: all is saved.
  void discard();

  /// The window is closed: what is kept was left on purpose. Waits for the disk.
  void end();

  /// Waits until all that was asked for is on the disk, or failed.
  void flush();

  /// Why what was asked for last could not be done, in words; empty where it could.
  std::string error() const;

  /// The latest work that another program kept and that runs no more, or nothing. It is this
  /// program's to offer from now on: no other one finds it, and neither does the next call, which
  /// has the one before it. Until forget_recovered() it is found again after this program's end.
  /// What can't be read is passed over, and stays: see unreadable(). Waits for the disk.
  std::optional<Recovered> find_recovered();
  /// How many there were beside the one that find_recovered() answered last.
  std::size_t more_to_recover() const { return more_; }
  /// The records that can't be read, as find_recovered() saw last.
  const std::vector<std::string>& unreadable() const { return unreadable_; }

  /// Removes what find_recovered() found: it was declined, or is kept by keep() from now on, which
  /// is waited for. Where that fails it stays, and error() says why.
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
  Work wanted_;  // what was asked for last
  std::vector<AutosaveSlot> recovered_;
  std::size_t more_ = 0;
  std::vector<std::string> unreadable_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // A scene is handed over by swapping, so that only the caller's thread ever lets go of one: what
  // the writer has read is never edited before that thread knows.
  Work next_;
  Work writing_;
  bool is_pending_ = false;
  bool is_writing_ = false;
  bool is_urgent_ = false;
  bool is_stopping_ = false;
  std::string error_;

  std::optional<AutosaveSlot> slot_;  // the writer's
  std::thread writer_;                // last: it uses all of the above
};

}  // namespace attn
