#pragma once

#include <optional>

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The pipeline step by step. Space and Right open the next step, Shift+Space and Left the one
/// before, a click any; the picture slides there.
class StepsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override;
  bool follows_cells() const override { return true; }
  double slide() const override { return slide_; }
  void controls(Ui& ui, Access access, Pen& pen) override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;

 private:
  void move_on(Ui& ui, int open);

  std::optional<int> open_;                   // in the last frame
  double slide_ = 0;                          // steps that the picture is away from it
  double slide_began_ = 0, slide_start_ = 0;  // ImGui's seconds, and slide_ then
};

}  // namespace attn::ui
