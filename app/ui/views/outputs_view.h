#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The outputs of the heads, and how the selected row is the weighted mean of the values. What is
/// under the mouse, a query's row or a key's line, is shown in the whole window; a click pins it.
class OutputsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;
};

}  // namespace attn::ui
