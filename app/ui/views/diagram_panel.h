#pragma once

#include <optional>
#include <string>

#include "app/figure/numbers/view_input.h"
#include "app/session/evaluation/worker.h"
#include "app/ui/heatmap/diagram_view.h"
#include "app/ui/views/view.h"

namespace attn::ui {

/// A view that is a diagram (app/figure/files/figure_views.h): the view's own controls, below them
/// the diagram, which is made anew only where what it shows has changed, and a line of words.
class DiagramPanel : public View {
 public:
  void draw(Ui& ui, Access access, const ViewPlace& place) final;
  void rest() override {
    key_.reset();
    coming_.reset();
    diagram_ = {};
  }

 protected:
  /// Which diagram: an id of figure_view_table().
  virtual std::string_view diagram(const Workspace& workspace) const = 0;
  /// What stands below it.
  virtual std::string hint(const Workspace& workspace) const = 0;
  /// The colour map where none was chosen; empty where the view has no colours to choose.
  virtual std::string_view own_colormap(const Workspace&) const { return "indigo"; }
  /// Whether numbers below 0 are among what the colours are of, where their range can be chosen.
  virtual std::optional<bool> range_is_signed(const Workspace&) const { return std::nullopt; }
  /// The view's controls, from `pen` down.
  virtual void controls(Ui&, Access, Pen&) {}
  /// Whether the controls say what the panels are, so that the diagram need not.
  virtual bool names_panels() const { return false; }
  /// Whether the diagram changes with every move of the mouse.
  virtual bool follows_mouse() const { return false; }
  /// What part of the plane is drawn, where that is not left to the diagram.
  virtual std::optional<Rect> frame() const { return std::nullopt; }
  /// Where the target of that name is in the diagram that was drawn last.
  const Target* find_target(std::string_view name) const;
  /// What axes and ranges are made for while the mouse drags what they depend on (ViewInput::held).
  virtual std::shared_ptr<const Evaluation> held(const Workspace&) { return nullptr; }
  /// What was drawn last.
  const Diagram& drawn() const { return diagram_; }
  /// Whether the diagram shows something of the cell under the mouse, of whatever matrix.
  virtual bool follows_cells() const { return false; }
  /// ViewInput::slide in this frame.
  virtual double slide() const { return 0; }
  /// What the mouse did on the diagram. Cells of pairs are hovered and selected already.
  virtual void take(Ui&, Access, const DiagramInput&) {}

 private:
  struct DrawnFor {
    std::string id;
    std::shared_ptr<const Evaluation> evaluation;
    ViewState state;
    float width, height, scale;
    bool presenting;
    std::optional<Cell> shown;
    std::optional<Point> mouse;
    std::optional<Rect> frame;
    std::shared_ptr<const Evaluation> held;
    std::optional<PointedCell> pointed;
    double slide;
    bool operator==(const DrawnFor&) const = default;
  };
  void tools(Ui& ui, Access access, const std::optional<Box>& bar);
  void words(Ui& ui, const Workspace& workspace, const Box& line) const;
  /// Makes the diagram that `wanted` says, or, where that takes long, begins with what it needs
  /// beside the frame; the last one stays meanwhile.
  void make_new(Ui& ui, const DrawnFor& wanted);
  bool try_make(const Theme& theme, const DrawnFor& wanted);
  /// Whether what is pointed at in the diagram is in the present scene.
  bool fits(const Workspace& workspace) const;

  DiagramView view_;
  std::optional<DrawnFor> key_;  // what diagram_ was made for
  Diagram diagram_;
  std::optional<DrawnFor> coming_;  // what is worked for beside the frame
  Worker worker_;
  std::optional<MatrixCell> pointed_;  // in the last frame
  bool opens_legend_ = false;          // it was clicked in the last frame
};

}  // namespace attn::ui
