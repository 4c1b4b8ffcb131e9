#pragma once

#include <optional>
#include <string>

#include "app/session/evaluation/worker.h"
#include "app/session/training/training_export.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Dialog that exports the present run: curves, a film of the head, all heads, or the network.
/// Keyboard: Tab walks, Ctrl+Enter exports, Esc cancels or closes. Training continues.
class TrainExport {
 public:
  void open(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  /// Opens it with the network selected.
  void open_network(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  bool is_open() const { return is_open_; }
  /// Takes the keyboard while open; call after drawing.
  void take_keys(Ui& ui, TrainingDesk& desk);
  void draw(Ui& ui, TrainingDesk& desk, const Box& room);

 private:
  const TrainingExportKind& kind() const {
    return training_exports()[static_cast<std::size_t>(kind_)];
  }
  std::string_view ending() const;
  void begin_path(TrainingDesk& desk);
  void start(Ui& ui, TrainingDesk& desk);
  void follow_work(Ui& ui);
  void draw_foot(Ui& ui, TrainingDesk& desk, const Box& line);
  void close(Ui& ui);

  bool is_open_ = false, had_list_ = false;
  int kind_ = 0, ending_ = 0, theme_ = 0;
  std::string folder_, path_;
  std::string warning_, done_;  // error message, success message
  std::string in_the_way_;      // existing file to be replaced after confirmation
  Worker worker_;
};

}  // namespace attn::ui
