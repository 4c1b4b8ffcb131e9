#pragma once

#include <optional>

#include "app/figure/numbers/position_model.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// How the order enters: the encoding, its frequencies, similarity, rotation, beside bits, and what
/// it does to the weights. A click on a dimension or a wave draws it as a curve or not; dragging a
/// dial changes the shift.
class PositionsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::size_t figure(const Workspace& workspace) const override;
  std::string hint(const Workspace& workspace) const override;
  void controls(Ui& ui, Access access, Pen& pen) override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;

 private:
  void shift_controls(Ui& ui, Access access, const Box& line);
  struct ModelSource {
    std::size_t evaluation;
    Index head;
    int rows;
    bool operator==(const ModelSource&) const = default;
  };
  /// What is shown, made anew only where it has changed.
  const PositionModel& model(const Workspace& workspace);

  std::optional<ModelSource> key_;  // what model_ was made for
  PositionModel model_;
  std::optional<int> dragged_from_;  // the shift when the mouse took a dial
};

}  // namespace attn::ui
