#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "app/document/files/output_guard.h"
#include "app/figure/files/watch.h"
#include "app/figure/training/training_figures.h"
#include "app/session/training/training_desk.h"

namespace attn {

/// Snapshot of a run for export, while the run continues.
struct TrainingShot {
  TrainingPlan plan;
  TrainingHistory history;
  Network first;              ///< with the shown sequence
  SharedSnapshot shown;       ///< null: no result yet
  Index layer = 0, head = 0;  ///< shown layer and head
};

/// Kind of export of a run: a row of the table.
struct TrainingExportKind {
  std::string_view id;
  std::string_view label;
  std::string_view says;  ///< content of the file, in one sentence
  FileKind file;
  std::span<const std::string_view> (*endings)();
  /// Throws std::runtime_error, without leaving an incomplete file.
  void (*write)(const TrainingShot& shot, const FigureTheme& theme, const std::string& path,
                const Watch& watch);

  /// Returns whether it can be written as PNG.
  bool is_picture() const { return std::ranges::count(endings(), ".png") > 0; }
};
std::span<const TrainingExportKind> training_exports();

/// Snapshot of the current state.
TrainingShot shot_of(TrainingDesk& desk);

/// Default name of the file: "reverse-curve.png" in `folder`.
std::string training_export_path(const std::string& folder, const TrainingShot& shot,
                                 const TrainingExportKind& kind, std::string_view ending);

/// Reason why the file cannot be written, checked by the existing files; empty if it can.
std::string obstacle_to_export(const TrainingExportKind& kind, const std::string& path);

}  // namespace attn
