#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// All heads as small multiples, with the links of the selected query below. A click selects a
/// head, a double click shows it in Weights.
class HeadsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::size_t figure(const Workspace& workspace) const override;
  std::string hint(const Workspace& workspace) const override;
  void controls(Ui& ui, Access access, Pen& pen) override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;

 private:
  /// The mouse on the tokens and links below.
  void take_links(Access access, const DiagramInput& input) const;
};

}  // namespace attn::ui
