#pragma once

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// Nodes and arrows. Nodes can be dragged; with Connect chosen, or Shift held, a drag from one node
/// to another adds an edge to the graph mask, or takes it away.
class GraphView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override;
  void controls(Ui& ui, Access access, Pen& pen) override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;

 private:
  struct Drag {
    std::size_t node = 0;
    Point from;  ///< where the mouse was, in the diagram's units
    Point grip;  ///< from the mouse to the node's middle
    bool connects = false;
    bool moves = false;
  };
  void mask_controls(Ui& ui, Access access, const Box& line);
  void edge_controls(Ui& ui, Access access, const Box& line, bool is_narrow);
  void begin_drag(const DiagramInput& input);
  void move_node(Access access, const DiagramInput& input);
  void connect(Access access, std::size_t to);
  void draw_new_edge(const Ui& ui, const Workspace& workspace, const DiagramInput& input) const;
  std::optional<std::size_t> node_at(Point place) const;
  bool both_ways(const Workspace& workspace) const;

  bool connects_ = false;
  std::optional<bool> both_ways_;  ///< until it was chosen: as the mask's edges go
  std::optional<Drag> drag_;
};

}  // namespace attn::ui
