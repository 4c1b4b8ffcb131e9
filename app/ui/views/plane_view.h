#pragma once

#include <Eigen/Core>

#include "app/document/edits/point_source.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// Points and arrows in two dimensions. Dragging a point moves the row of the inputs that it comes
/// from; axes and range stay as they are as long as nothing else changes the scene.
class PlaneView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::size_t figure(const Workspace& workspace) const override;
  std::string hint(const Workspace& workspace) const override;
  void controls(Ui& ui, Access access, Pen& pen) override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;
  std::shared_ptr<const Evaluation> held(const Workspace& workspace) override;

 private:
  /// A point that the mouse holds.
  struct Drag {
    std::string name;       ///< of its target
    std::size_t chart = 0;  ///< in the diagram
    PointSource source;
    Eigen::MatrixXd axes;  ///< 2 x width of the source: a step in the plane as one of the row
    RowVector row;         ///< at the start
    Point from;            ///< likewise, in the chart's coordinates
    Point mouse;           ///< likewise, in the diagram's units
    bool moves = false;
  };
  float axes_controls(Ui& ui, Access access, const Box& line);
  void begin_drag(const Workspace& workspace, const DiagramInput& input);
  void move(Access access, const DiagramInput& input);

  std::optional<Drag> drag_;
  std::shared_ptr<const Evaluation> held_;
  std::size_t own_ = 0;  // the change that a drag here has made last
};

}  // namespace attn::ui
