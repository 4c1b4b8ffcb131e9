#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/training/training_desk.h"
#include "app/session/training/training_export.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_panels.h"
#include "engine/attention/evaluation.h"

namespace attn::ui {

/// Export of the shown run: curves, a film of the head, all heads, or the network. Training
/// continues meanwhile.
class TrainExport {
 public:
  void open(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  /// Opens the dialog with the network selected.
  void open_network(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  /// Puts the picture of the run that was exported last on the clipboard, or that of all heads.
  void copy_picture(TrainingDesk& desk);
  std::string take_words() { return sheet_.take_words(); }
  bool is_open() const { return sheet_.is_open(); }
  /// Draws the dialog, and handles all keys while it is open.
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

/// Desk for training a network.
class TrainDesk {
 public:
  /// Returns the attention to open as a scene, or null. `scene_path`, possibly empty: its folder is
  /// the default for exports.
  std::shared_ptr<const Evaluation> draw(Ui& ui, const Box& whole, const std::string& scene_path);
  /// Handles keys that no control used.
  void take_keys(Ui& ui);
  /// Keeps training while another desk is shown.
  void rest();
  void open_export(Ui& ui);
  void copy_picture();
  /// Message about a copied picture, once; empty: none.
  std::string take_words() { return exporter_.take_words(); }
  /// Saves the network. Returns an error message if there is none; empty on success.
  std::string save_network(Ui& ui);
  /// Opens a task file. May be called before the desk is shown.
  void open_task(const std::string& path);
  /// Returns once whether the user asked to open a task file.
  bool take_wish_for_task() { return std::exchange(wants_task_, false); }

  /// Continues a run of an earlier process. May be called before the desk is shown.
  void bring(TrainingWork work) { made().bring(std::move(work)); }
  /// Null until the desk is shown for the first time.
  TrainingDesk* desk() { return desk_.get(); }

 private:
  std::unique_ptr<TrainingDesk> desk_;
  bool wants_task_ = false;
  TrainingDesk& made();
  void drawer(Ui& ui, const Box& box, const Box& edge);

  NetworkPanelState network_{};
  TrainExport exporter_{};
  std::string scene_path_;
  bool has_drawer_ = false;  ///< narrow window: the right panel is pulled out
};

/// Training desk on a lesson's stage: curves, heads and predictions. `locked`: why it cannot be
/// trained yet; empty if it can.
void training_stage(Ui& ui, TrainingDesk& desk, const Box& box, std::string_view locked);

}  // namespace attn::ui
