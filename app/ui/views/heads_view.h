#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// All heads as small multiples, with the links of the selected query below. A click selects a
/// head, a double click shows it in Weights.
class HeadsView : public DiagramPanel {
 protected:
  std::string_view diagram(const Session&) const override { return "heads"; }
  std::string hint(const Session& session) const override;
  std::string_view own_colormap(const Session& session) const override;
  std::optional<bool> range_is_signed(const Session& session) const override;
  void controls(Ui& ui, Session& session, Pen& pen) override;
  void take(Ui& ui, Session& session, const DiagramInput& input) override;

 private:
  /// The mouse on the tokens and links below.
  void take_links(Session& session, const DiagramInput& input) const;
};

}  // namespace attn::ui
