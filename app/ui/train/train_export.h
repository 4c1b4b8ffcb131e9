#pragma once

#include <string>

#include "app/session/training/training_export.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Export of the shown run: curves, a film of the head, all heads, or the network. Training
/// continues meanwhile.
class TrainExport {
 public:
  void open(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  /// Opens the dialog with the network selected.
  void open_network(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  bool is_open() const { return sheet_.is_open(); }
  /// Handles all keys while the dialog is open. Call it after drawing.
  void take_keys(Ui& ui, TrainingDesk& desk) { sheet_.take_keys(ui, jobs(desk)); }
  void draw(Ui& ui, TrainingDesk& desk, const Box& room);

 private:
  const TrainingExportKind& kind() const {
    return training_exports()[static_cast<std::size_t>(kind_)];
  }
  void begin_path(TrainingDesk& desk, const std::string& folder);
  MakeExportJob jobs(TrainingDesk& desk);

  ExportSheet sheet_{{.sheet = "train-export", .told = "train-export"}};
  int kind_ = 0, ending_ = 0;
  std::string theme_, path_;
};

}  // namespace attn::ui
