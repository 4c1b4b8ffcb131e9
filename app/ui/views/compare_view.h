#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The same inputs under two to four score functions and normalizers, chosen above each.
class CompareView : public DiagramPanel {
 protected:
  std::string_view diagram(const Session&) const override { return "compare"; }
  std::string hint(const Session& session) const override;
  std::optional<bool> range_is_signed(const Session&) const override { return false; }
  bool names_panels() const override { return true; }
  void controls(Ui& ui, Session& session, Pen& pen) override;
};

}  // namespace attn::ui
