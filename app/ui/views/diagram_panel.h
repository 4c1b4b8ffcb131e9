#pragma once

#include <optional>
#include <string>

#include "app/figure/files/figure_views.h"
#include "app/session/evaluation/worker.h"
#include "app/ui/heatmap/diagram_view.h"
#include "app/ui/views/view.h"

namespace attn::ui {

/// A view that is a diagram (app/figure/files/figure_views.h): the view's own controls, below them
/// the diagram, which is made anew only where what it shows has changed, and a line of words. A
/// view that has no controls is one of these; others derive from it.
class DiagramPanel : public View {
 public:
  using View::View;
  DrawnNumbers draw(Ui& ui, Access access, const ViewPlace& place) final;
  void rest() override {
    key_.reset();
    coming_.reset();
    diagram_ = {};
  }

 protected:
  /// Which of the view's figures is drawn.
  virtual std::size_t figure(const Workspace&) const { return 0; }
  /// What stands below it.
  virtual std::string hint(const Workspace&) const { return std::string(kind().hint); }
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
    const FigureView* figure;
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
  const FigureView& figure_view(const Workspace& workspace) const;
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
