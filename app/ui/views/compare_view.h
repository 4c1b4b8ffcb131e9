#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The same inputs under two to four score functions and normalizers, chosen above each.
class CompareView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override;
  bool names_panels() const override { return true; }
  void controls(Ui& ui, Access access, Pen& pen) override;
};

}  // namespace attn::ui
