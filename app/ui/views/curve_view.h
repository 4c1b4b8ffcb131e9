#pragma once

#include <optional>

#include "app/figure/views/curve_diagram.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// Attention over numbers as regression. Points are dragged; a double click on the plane adds one,
/// Delete or the right button takes the one under the mouse (or the pinned one) away.
class CurveView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override;
  void controls(Ui& ui, Access access, Pen& pen) override;
  bool follows_mouse() const override { return true; }
  std::optional<Rect> frame() const override {
    return drag_ ? std::optional(drag_->scale.frame) : std::nullopt;
  }
  void take(Ui& ui, Access access, const DiagramInput& input) override;

 private:
  /// A point in the hand. The plane stays as it was until it is let go.
  struct Drag {
    Index token = 0;
    CurveScale scale;
    Point from, mouse;  ///< where it was, in the data's numbers, and the mouse, in units
    bool moved = false;
  };
  std::optional<CurveScale> scale(const Workspace& workspace) const;
  void drag(Access access, const DiagramInput& input);
  void point_at(Access access, const DiagramInput& input);

  std::optional<Drag> drag_;
};

}  // namespace attn::ui
