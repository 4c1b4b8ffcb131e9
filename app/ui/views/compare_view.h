#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The same inputs under two to four score functions and normalizers, chosen above each.
class CompareView : public DiagramPanel {
 protected:
  std::string_view diagram(const Workspace&) const override { return "compare"; }
  std::string hint(const Workspace& workspace) const override;
  std::optional<bool> range_is_signed(const Workspace&) const override { return false; }
  bool names_panels() const override { return true; }
  void controls(Ui& ui, Access access, Pen& pen) override;
};

}  // namespace attn::ui
