#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// What a shuffle of the tokens changes, without positions and with. The scene stays as it is.
class SymmetryView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  bool follows_cells() const override { return true; }
  void controls(Ui& ui, Access access, Pen& pen) override;
};

}  // namespace attn::ui
