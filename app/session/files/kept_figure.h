#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/recovery/autosave_slot.h"
#include "app/figure/panels/figure_file.h"
#include "app/session/evaluation/worker.h"

namespace attn {

/// Unfinished figure with its file, if any.
struct FigureWork {
  FigureFile figure{};
  std::string path{};
  bool operator==(const FigureWork&) const = default;
};

/// Default folder of unfinished figures; empty if the user has none.
std::string figures_folder();

/// Stores the unfinished figure of this process where the next one finds it after a crash or an end
/// without saving, like Autosave for scenes. Writes in the background; only end() waits for the
/// disk. Not thread-safe.
class KeptFigure {
 public:
  explicit KeptFigure(std::string folder = figures_folder()) : folder_(std::move(folder)) {}

  /// Stores `work`, or nothing if null. Can be called in each frame: without changes it does
  /// nothing. Returns false while writing is pending.
  bool keep(const FigureWork* work);
  /// Waits until all requests are on the disk, or failed.
  void end(const FigureWork* work);
  /// Error of the last request; empty if it succeeded.
  const std::string& error() const { return error_; }

  /// Claims the latest figure of a process that no longer runs; empty if there is none. Unreadable
  /// records are skipped and kept: see unreadable(). Waits for the disk.
  std::optional<FigureWork> claim_latest();
  /// Unreadable records seen by claim_latest().
  const std::vector<std::string>& unreadable() const { return unreadable_; }

 private:
  void write(const std::optional<FigureWork>& work);
  bool is_written(const FigureWork* work) const;

  std::string folder_;
  std::optional<FigureWork> written_{};  ///< last request
  std::string error_{};
  std::vector<std::string> unreadable_{};
  std::optional<AutosaveSlot> slot_{};  ///< used by the worker while it is busy
  Worker worker_{};                     ///< last: uses all of the above
};

}  // namespace attn
