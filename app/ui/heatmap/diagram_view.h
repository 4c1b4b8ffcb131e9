#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/diagram.h"
#include "app/gl/heatmap/heatmap.h"
#include "app/ui/heatmap/picture_cells.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Transform from the diagram's units to screen pixels.
struct DiagramFrame {
  ImVec2 at;
  float scale;
  Box box;

  ImVec2 point(const Point& p) const {
    return {at.x + static_cast<float>(p.x) * scale, at.y + static_cast<float>(p.y) * scale};
  }
  Box rect(const Rect& r) const { return {point({r.x, r.y}), point({r.right(), r.bottom()})}; }
  float length(double units) const { return static_cast<float>(units) * scale; }
};

/// Measures texts as drawn in the window, in units: pixels at scale 1.
class WindowRuler : public Ruler {
 public:
  explicit WindowRuler(const Theme& theme) : theme_(theme) {}
  double width(std::string_view text, Type type) const override;
  using Ruler::formula;
  FormulaExtent formula(const FormulaMark& mark) const override;
  std::string shortened(std::string_view text, Type type, double width) const override;

 private:
  const Theme& theme_;
};

/// Returns whether cells are large enough for a digit.
bool cells_take_numbers(const Ruler& ruler, const MatrixMark& mark);
/// Draws the numbers of the cells within `area`: all, or none if one does not fit. Numbers of the
/// row `strong` are bolder.
void draw_numbers(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark, const Box& area,
                  std::pair<Index, Index> rows, std::pair<Index, Index> columns,
                  std::optional<Index> strong = {});

/// Cell of a matrix in a diagram.
struct MatrixCell {
  std::string matrix;  ///< name of the matrix
  std::optional<Where> where;
  std::string symbol;
  bool is_pairs = false;
  Cell cell;
  float value = 0;
  bool is_masked = false;
};

/// Number in a name: 3 in "outputs.head[3]" for `before` "outputs.head[".
std::optional<Index> number_in(std::string_view name, std::string_view before);

/// Mouse input on a diagram. Names are those of targets and lines.
struct DiagramInput {
  std::optional<MatrixCell> hovered_cell, clicked_cell;
  std::string hovered;  ///< empty: none
  std::string clicked;  ///< pressed and released on the same target, without moving
  std::string double_clicked;
  std::string dragged;  ///< held by the mouse
  bool drag_begins = false, drag_ends = false;
  Point mouse;  ///< in the diagram's units
};

/// Draws diagrams, and caches the textures of their matrices between frames.
class DiagramView {
 public:
  /// Draws with the upper left corner at `at`, clipped to `box`. Named matrices and targets receive
  /// the mouse.
  DiagramInput draw(Ui& ui, ImVec2 at, const Box& box, const Diagram& diagram);

  /// Gives back the memory of the textures until the next draw().
  void release();

 private:
  struct Texture {
    std::shared_ptr<const Matrix> values, scores, shades;  // uploaded matrices
    gl::Heatmap heatmap{};
    PictureCells picture{};  // instead, over a picture
    bool is_used = false;
  };
  void draw_matrix(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark, std::size_t number);

  std::map<std::size_t, Texture> textures_;  // by the matrix's index among the marks
};

}  // namespace attn::ui
