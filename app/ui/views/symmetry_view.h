#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// What a shuffle of the tokens changes, without positions and with. The scene stays as it is.
class SymmetryView : public DiagramPanel {
 protected:
  std::string_view diagram(const Workspace&) const override { return "symmetry"; }
  std::string hint(const Workspace&) const override {
    return "the output of the tokens in another order, and what differs";
  }
  std::string_view own_colormap(const Workspace&) const override { return "red-blue"; }
  bool follows_cells() const override { return true; }
  void controls(Ui& ui, Access access, Pen& pen) override;
};

}  // namespace attn::ui
