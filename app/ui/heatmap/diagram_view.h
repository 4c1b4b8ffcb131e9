#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/diagram.h"
#include "app/gl/heatmap/heatmap.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

struct DiagramFrame;

/// Measures texts as the window sets them, in units: pixels at scale 1.
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

/// Whether the cells have room for any number: for a digit.
bool cells_take_numbers(const Ruler& ruler, const MatrixMark& mark);
/// The numbers in the cells of those rows and columns, of which none is drawn outside of `area`:
/// all of them, or none where one has no room. Those of the row `strong` are bolder.
void draw_numbers(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark, const Box& area,
                  std::pair<Index, Index> rows, std::pair<Index, Index> columns,
                  std::optional<Index> strong = {});

/// A cell of one of the matrices in a diagram.
struct MatrixCell {
  std::string matrix;  ///< its name
  std::optional<Where> where;
  std::string symbol;
  bool is_pairs = false;
  Cell cell;
  float value = 0;
  bool is_masked = false;
};

/// The number in a name: 3 in "outputs.head[3]" where `before` is "outputs.head[".
std::optional<Index> number_in(std::string_view name, std::string_view before);

/// What the mouse does on a diagram. Names are those of targets, and of lines.
struct DiagramInput {
  std::optional<MatrixCell> hovered_cell, clicked_cell;
  std::string hovered;  ///< empty: none
  std::string clicked;  ///< the mouse went down and up on it, and did not move
  std::string double_clicked;
  std::string dragged;  ///< the mouse holds it
  bool drag_begins = false, drag_ends = false;
  Point mouse;  ///< in the diagram's units
};

/// Draws diagrams, and keeps the textures of their matrices from one frame to the next.
class DiagramView {
 public:
  /// Draws with the upper left corner at `at`, inside of `box`. Matrices and targets with a name
  /// take the mouse.
  DiagramInput draw(Ui& ui, ImVec2 at, const Box& box, const Diagram& diagram);

 private:
  struct Texture {
    std::shared_ptr<const Matrix> values, scores, shades;  // what was uploaded
    gl::Heatmap heatmap{};
    bool is_used = false;
  };
  void draw_matrix(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark, std::size_t number);
  void take_lines(Ui& ui, const DiagramFrame& frame, const Diagram& diagram,
                  DiagramInput& input) const;
  void take_matrix(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark,
                   DiagramInput& input) const;

  std::map<std::size_t, Texture> textures_;  // by the matrix's place among the marks
};

}  // namespace attn::ui
