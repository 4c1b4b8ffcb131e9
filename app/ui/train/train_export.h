#pragma once

#include <optional>
#include <string>

#include "app/session/evaluation/worker.h"
#include "app/session/training/training_export.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Writes the run that is shown: its curves, a film of the head, all heads, the network. All of it
/// by keys: Tab walks, Ctrl+Enter exports, Esc cancels or closes. The run itself goes on.
class TrainExport {
 public:
  void open(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  /// With the network chosen as what is written.
  void open_network(Ui& ui, TrainingDesk& desk, const std::string& scene_path);
  bool is_open() const { return is_open_; }
  /// While it is open the keyboard is its own; after it was drawn.
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
  std::string warning_, done_;  // in words: what is wrong, what was written
  std::string in_the_way_;      // a file that is there: replace it?
  Worker worker_;
};

}  // namespace attn::ui
