#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/figure/files/figure_views.h"
#include "app/session/evaluation/worker.h"
#include "app/ui/heatmap/diagram_view.h"
#include "app/ui/views/view.h"

namespace attn::ui {

/// View that shows a diagram (app/figure/files/figure_views.h): the view's controls, below them the
/// diagram, rebuilt only when its inputs change, and a line of text. Views without controls use
/// this class directly; others derive from it.
class DiagramPanel : public View {
 public:
  using View::View;
  DrawnNumbers draw(Ui& ui, Access access, const ViewPlace& place) final;
  void rest() override {
    key_.reset();
    coming_.reset();
    diagram_ = {};
    view_.release();
  }

 protected:
  /// Index of the drawn figure among the view's figures.
  virtual std::size_t figure(const Workspace&) const { return 0; }
  /// Text below the diagram.
  virtual std::string hint(const Workspace&) const { return std::string(kind().hint); }
  /// Draws the view's controls, downwards from `pen`.
  virtual void controls(Ui&, Access, Pen&) {}
  /// Returns whether the controls name the panels, so that the diagram need not.
  virtual bool names_panels() const { return false; }
  /// Returns whether the diagram depends on the mouse position.
  virtual bool follows_mouse() const { return false; }
  /// Visible part of the plane; empty: chosen by the diagram.
  virtual std::optional<Rect> frame() const { return std::nullopt; }
  /// Target with this name in the last drawn diagram.
  const Target* find_target(std::string_view name) const;
  /// Evaluation that fixes axes and ranges during a drag (ViewInput::held).
  virtual std::shared_ptr<const Evaluation> held(const Workspace&) { return nullptr; }
  /// Diagram drawn last.
  const Diagram& drawn() const { return diagram_; }
  /// Returns whether the diagram depends on the cell under the mouse, in any matrix.
  virtual bool follows_cells() const { return false; }
  /// ViewInput::slide in this frame.
  virtual double slide() const { return 0; }
  /// ViewInput::picture in this frame.
  virtual BackPicture picture() const { return {}; }
  /// Text for the cell under the mouse: "it → animal  0.83", "$P[3, 5] = 0.141$", "head 2 $[3, 5] =
  /// 0.141$".
  virtual std::string words_of(const Workspace& workspace, const MatrixCell& pointed) const;
  /// Handles mouse input on the diagram. Hovering and selecting cells of pairs is already done.
  virtual void take_input(Ui&, Access, const DiagramInput&) {}
  /// Lights the pair of the target under the mouse in the whole window.
  static void point_at(Access access, Cell pair);

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
    BackPicture picture;
    bool operator==(const DrawnFor&) const = default;
  };
  const FigureView& figure_view(const Workspace& workspace) const;
  void tools(Ui& ui, Access access, const std::optional<Box>& bar);
  /// Builds the diagram for `wanted`, or, if that takes long, starts its computation in the
  /// background; the last diagram stays meanwhile.
  void make_new(Ui& ui, const DrawnFor& wanted);
  bool try_make(const Theme& theme, const DrawnFor& wanted);
  /// Returns whether the hovered part of the diagram exists in the current scene.
  bool fits(const Workspace& workspace) const;

  DiagramView view_;
  std::optional<DrawnFor> key_;  // inputs of diagram_
  Diagram diagram_;
  std::optional<DrawnFor> coming_;  // inputs of the computation in the background
  Worker worker_;
  std::optional<MatrixCell> pointed_;  // in the last frame
  bool opens_legend_ = false;          // the legend was clicked in the last frame
};

// What several of these views read the same way.

/// Index of the selected head of the shown evaluation, and its trace.
Index shown_head(const Workspace& workspace);
const HeadTrace& shown_trace(const Workspace& workspace);
/// The pinned pair; without one the last query and the first key.
Cell pinned_or_last(const Workspace& workspace);
/// "it → animal"
std::string pair_words(const Scene& scene, Cell pair);
/// Numbers in a name: 2 and 0 in "links.link[2][0]" for `before` "links.link[".
std::optional<std::pair<Index, Index>> numbers_in(std::string_view name, std::string_view before);
/// Returns whether the view receives keys: no text field has the focus, and no list is open.
bool takes_keys(const Ui& ui);

}  // namespace attn::ui
