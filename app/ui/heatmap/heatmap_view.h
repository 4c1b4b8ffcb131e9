#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/figure/diagram/heatmap_layout.h"
#include "app/gl/heatmap/heatmap.h"
#include "app/session/workspace/mask_paint.h"
#include "app/ui/heatmap/diagram_view.h"

namespace attn::ui {

class SoftmaxCells;

/// A matrix on the screen, whose name in the UI map is that of its mark; it has values, scores and
/// shades, which are set in the heatmap's cells.
struct HeatmapPlot {
  LabelledMatrix heatmap;        ///< the view says which part of it is seen
  std::optional<Cell> walked{};  ///< the keys went to it: it stays on the screen
  /// How large cells become where there is room: in units, and as a share of the room.
  double cell = 126, share = 0.2;
  bool painting = false;               ///< the mouse paints cells; it neither pans nor clicks
  bool rubs_out = false;               ///< painting's right button does
  const BoolMatrix* wanted = nullptr;  ///< cells that were painted as a target: each has a ring
  SoftmaxCells* softmax = nullptr;     ///< draws the cells, where they are not uploaded
};

/// What the mouse does there.
struct HeatmapInput {
  std::optional<Cell> hovered;
  std::optional<Cell> clicked;
  bool clicks_legend = false;
  bool has_keyboard = false;
  MaskStroke stroke;                            ///< of the mouse, or a key, that paints
  bool is_rubbing = false;                      ///< the stroke is one of the right button
  std::pair<Index, Index> rows_with_numbers{};  ///< in whose cells there is room for them
};

/// The cells on the way from one to another, both included.
std::vector<Cell> cells_between(Cell from, Cell to);

/// Draws a heatmap with its labels and legend, and keeps the texture and the part that is seen.
class HeatmapView {
 public:
  /// What is coloured; to be uploaded in the window's OpenGL context.
  gl::Heatmap& cells() { return heatmap_; }

  /// The wheel zooms to the pointer, dragging pans, a double-click shows all again.
  HeatmapInput draw(Ui& ui, const Box& box, HeatmapPlot plot);

  /// Where the cells were drawn last.
  std::optional<Box> area() const { return area_; }

 private:
  struct Layout;
  Layout lay_out(const Ruler& ruler, const Theme& theme, const Box& box, HeatmapPlot& plot) const;
  void zoom_and_pan(const Layout& layout, const HeatmapPlot& plot);
  void reveal(Cell cell, const MatrixMark& matrix);
  void draw_cells(Ui& ui, const Layout& layout, const HeatmapPlot& plot);
  static void draw_edges(const Ui& ui, const Layout& layout);
  static void draw_sources(Ui& ui, const Layout& layout, std::string_view name);
  HeatmapInput take_mouse(Ui& ui, const Layout& layout, const HeatmapPlot& plot);
  void take_stroke(const Layout& layout, const HeatmapPlot& plot, HeatmapInput& input);
  static void draw_wanted(const Ui& ui, const Layout& layout, const BoolMatrix& wanted);

  gl::Heatmap heatmap_;
  DiagramView around_;
  std::optional<Box> area_;
  float zoom_ = 1;
  ImVec2 center_{0.5F, 0.5F};         // of the matrix, what the middle of the area shows
  std::optional<Cell> painted_last_;  // while the mouse paints
  bool is_rubbing_ = false;           // likewise with the right button
};

}  // namespace attn::ui
