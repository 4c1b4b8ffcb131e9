#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_export.h"
#include "app/ui/train/train_panels.h"
#include "engine/attention/evaluation.h"

namespace attn::ui {

/// The desk on which a network learns.
class TrainDesk {
 public:
  /// Answers the attention that is to be opened as a scene, or null. What is written goes at first
  /// beside the file of `scene_path`, which may be empty.
  std::shared_ptr<const Evaluation> draw(Ui& ui, const Box& whole, const std::string& scene_path);
  /// What keys do that no control took.
  void take_keys(Ui& ui);
  /// While another desk is shown it goes on, as far as it was told to.
  void rest();
  void open_export(Ui& ui);
  /// The same for the network alone. Answers in words why there is none to be saved; empty where
  /// there is.
  std::string save_network(Ui& ui);
  /// Reads a task of one's own. May come before the desk is shown.
  void open_task(const std::string& path);
  /// Whether the file of one was asked for, once.
  bool take_wish_for_task() { return std::exchange(wants_task_, false); }

  /// Null until it was shown for the first time.
  TrainingDesk* desk() { return desk_.get(); }

 private:
  std::unique_ptr<TrainingDesk> desk_;
  bool wants_task_ = false;
  TrainingDesk& made();
  void drawer(Ui& ui, const Box& box, const Box& edge);

  NetworkPanelState network_{};
  TrainExport exporter_{};
  std::string scene_path_;
  bool has_drawer_ = false;  ///< in a narrow window the right panel was drawn out
};

/// What a lesson shows of a network that learns: its course, its heads and answers. Where `locked`
/// says why, it can't be trained yet.
void training_stage(Ui& ui, TrainingDesk& desk, const Box& box, std::string_view locked);

}  // namespace attn::ui
