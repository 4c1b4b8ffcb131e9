#pragma once

#include <optional>
#include <utility>

#include "app/figure/diagram/heatmap_layout.h"
#include "app/gl/heatmap/heatmap.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/mask_paint.h"
#include "app/ui/heatmap/diagram_view.h"

namespace attn::ui {

class SoftmaxCells;
struct PlacedHeatmap;

/// Matrix on the screen, named in the UI map like its mark; its values, scores and shades are in
/// the heatmap's cells.
struct HeatmapPlot {
  LabelledMatrix heatmap;        ///< the view chooses the visible part
  std::optional<Cell> walked{};  ///< cell reached by keys; the view scrolls to it
  /// Maximum size of cells: in units, and as a share of the available space.
  double cell = 126, share = 0.2;
  bool painting = false;               ///< the mouse paints cells instead of panning and clicking
  bool rubs_out = false;               ///< the right button erases while painting
  const BoolMatrix* wanted = nullptr;  ///< cells painted as a target, each with a ring
  SoftmaxCells* softmax = nullptr;     ///< draws the cells, if they are not uploaded
  std::optional<ImU32> ground{};       ///< colour between the cells; empty: the panels'
};

/// Mouse input on a heatmap.
struct HeatmapInput {
  std::optional<Cell> hovered;
  std::optional<Cell> clicked;
  bool clicks_legend = false;
  bool has_keyboard = false;
  MaskStroke stroke;                            ///< painting by the mouse or a key
  bool is_rubbing = false;                      ///< stroke of the right button
  std::pair<Index, Index> rows_with_numbers{};  ///< visible rows, if numbers fit into their cells
};

/// Draws a heatmap with its labels and legend, and keeps the texture and the visible part.
class HeatmapView {
 public:
  /// Coloured numbers; upload them in the window's OpenGL context.
  gl::Heatmap& cells() { return heatmap_; }

  /// Gives back the memory of the cells and labels until they are drawn again.
  void release() {
    heatmap_.release();
    around_.release();
  }

  /// Handles the mouse: the wheel zooms to the pointer, dragging pans, a double-click resets.
  HeatmapInput draw(Ui& ui, const Box& box, HeatmapPlot plot);

  /// Box of the cells in the last frame.
  std::optional<Box> area() const { return area_; }

 private:
  PlacedHeatmap lay_out(const Ruler& ruler, const Theme& theme, const Box& box,
                        HeatmapPlot& plot) const;
  void zoom_and_pan(const PlacedHeatmap& layout, const HeatmapPlot& plot);
  void reveal(Cell cell, const MatrixMark& matrix);
  void draw_cells(Ui& ui, const PlacedHeatmap& layout, const HeatmapPlot& plot);
  HeatmapInput take_mouse(Ui& ui, const PlacedHeatmap& layout, const HeatmapPlot& plot);
  void take_stroke(const PlacedHeatmap& layout, const HeatmapPlot& plot, HeatmapInput& input);

  gl::Heatmap heatmap_;
  DiagramView around_;
  std::optional<Box> area_;
  float zoom_ = 1;
  ImVec2 center_{0.5F, 0.5F};         // matrix position at the centre of the area
  std::optional<Cell> painted_last_;  // while the mouse paints
  bool is_rubbing_ = false;           // erasing with the right button
};

/// Handles the keys of a focused heatmap: arrows, Home and End move, Enter and Space pin the cell,
/// Esc unpins. While `painting`, Enter paints the cell instead, as a stroke in `input`.
void take_heatmap_keys(Ui& ui, Access access, bool painting, HeatmapInput& input);

}  // namespace attn::ui
