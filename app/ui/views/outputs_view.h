#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The outputs of the heads, and how the selected row is the weighted mean of the values. What is
/// under the mouse, a query's row or a key's line, is shown in the whole window; a click pins it.
class OutputsView : public DiagramPanel {
 protected:
  std::string_view diagram(const Workspace&) const override { return "outputs"; }
  std::string hint(const Workspace& workspace) const override;
  std::string_view own_colormap(const Workspace&) const override { return "red-blue"; }
  void take(Ui& ui, Access access, const DiagramInput& input) override;
};

}  // namespace attn::ui
