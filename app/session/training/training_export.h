#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/files/output_guard.h"
#include "app/figure/files/watch.h"
#include "app/figure/training/training_figures.h"
#include "app/session/training/training_desk.h"

namespace attn {

/// A run as it is written: a copy, while the run itself goes on.
struct TrainingShot {
  TrainingPlan plan;
  TrainingHistory history;
  Network first;              ///< with the sequence that is looked at
  SharedSnapshot shown;       ///< null: nothing is there yet
  Index layer = 0, head = 0;  ///< that is looked at
};

/// What of a run can be written as a file: a row of the table.
struct TrainingExportKind {
  std::string_view id;
  std::string_view label;
  std::string_view says;  ///< what the file has, in one sentence
  FileKind file;
  std::span<const std::string_view> (*endings)();
  /// Throws std::runtime_error in words; then nothing is left half written.
  void (*write)(const TrainingShot& shot, const FigureTheme& theme, const std::string& path,
                const Watch& watch);
};
std::span<const TrainingExportKind> training_exports();

/// Of what is shown now.
TrainingShot shot_of(TrainingDesk& desk);

/// What the file is called at first: "reverse-curve.png" in `folder`.
std::string training_export_path(const std::string& folder, const TrainingShot& shot,
                                 const TrainingExportKind& kind, std::string_view ending);

/// What can be said against a file of that name, by what is there now; empty where nothing.
std::string obstacle_to_export(const TrainingExportKind& kind, const std::string& path);

}  // namespace attn
