#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/recovery/autosave_slot.h"
#include "app/figure/panels/figure_file.h"
#include "app/session/evaluation/worker.h"

namespace attn {

/// A figure under way with the file that it belongs to, which may be none.
struct FigureWork {
  FigureFile figure{};
  std::string path{};
  bool operator==(const FigureWork&) const = default;
};

/// Where figures under way are by default; empty where the user has no folder for them.
std::string figures_folder();

/// Keeps the figure of one running program where the next one finds it, after a crash or an end
/// without saving, as Autosave does with scenes. Writing happens beside; no call but end() waits
/// for the disk. For one thread.
class KeptFigure {
 public:
  explicit KeptFigure(std::string folder = figures_folder()) : folder_(std::move(folder)) {}

  /// Keeps `work`, or where it is null nothing. May be called in each frame: where nothing changed
  /// it does nothing. False while something is still to be written.
  bool keep(const FigureWork* work);
  /// Waits until all that was asked for is on the disk, or failed.
  void end(const FigureWork* work);
  /// Why it could not be written, in words; empty where it could.
  const std::string& error() const { return error_; }

  /// The latest that another program left and that runs no more, or nothing. It is kept by this one
  /// from now on. What can't be read is passed over, and stays: see unreadable(). Waits for the
  /// disk.
  std::optional<FigureWork> find();
  /// The records that can't be read, as find() saw them.
  const std::vector<std::string>& unreadable() const { return unreadable_; }

 private:
  void write(const std::optional<FigureWork>& work);
  bool is_written(const FigureWork* work) const;

  std::string folder_;
  std::optional<FigureWork> written_{};  ///< what was asked for last
  std::string error_{};
  std::vector<std::string> unreadable_{};
  std::optional<AutosaveSlot> slot_{};  ///< the worker's while it is busy
  Worker worker_{};                     ///< last: it uses all of the above
};

}  // namespace attn
