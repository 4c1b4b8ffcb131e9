#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The outputs of the heads, and how the selected row is the weighted mean of the values. What is
/// under the mouse, a query's row or a key's line, is shown in the whole window; a click pins it.
class OutputsView : public DiagramPanel {
 protected:
  std::string_view diagram(const Session&) const override { return "outputs"; }
  std::string hint(const Session& session) const override;
  std::string_view own_colormap(const Session&) const override { return "red-blue"; }
  void take(Ui& ui, Session& session, const DiagramInput& input) override;
};

}  // namespace attn::ui
