#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/number_table.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/reference/parts.h"

namespace attn::ui {

/// Something else that can be done to a table: a line of its menu, or a handle at its edge.
struct TableDeed {
  std::string name;  ///< of the control
  std::string text;
  std::function<void()> act;   ///< called when all is drawn
  std::string_view changes{};  ///< a part of the window whose numbers it changes too, or nothing
};

/// A matrix of the scene that can be edited: number by number, or as a whole.
struct EditedMatrix {
  Where where;                ///< an input
  std::string noun;           ///< what the history calls it: "the embeddings"
  std::string column_prefix;  ///< columns are called x_0, x_1, … as they are set
  const Matrix& values;       ///< may be one of workspace.scene(): edits come when all is drawn
  std::string hint{};         ///< what it is for, after its shape in its menu
  std::string title{};        ///< over it, where it is not the first of its table
  std::optional<TableDeed> add_column{};       ///< a handle at its right end
  std::vector<TableDeed> deeds{}, removals{};  ///< lines of its menu, after the fills and last

  /// Of its controls: NAME[i][j], NAME.menu, NAME.random, NAME.copy.csv …
  std::string name() const { return name_of(where); }
  /// Puts another matrix of the same shape in its place, or gives it where it is absent.
  void set(Scene& scene, const Matrix& numbers) const {
    part_kind(where.part).set(scene, static_cast<std::size_t>(where.head), numbers);
  }
};

/// Matrices that share their rows, side by side, each with a menu to fill, copy and paste it.
struct MatrixTable {
  std::string name;
  const std::vector<std::string>& labels;  ///< one for each row
  std::vector<EditedMatrix> matrices;
  float max_height;                     ///< of the numbers: they scroll within
  std::optional<Index> query_row{};     ///< its label is drawn in the query's colour
  std::optional<Index> key_row{};       ///< likewise the key's
  NumberTable::TakeLabel take_label{};  ///< see NumberTable
  std::optional<TableDeed> add_row{};   ///< a handle below it
  bool are_labels_tex = false;          ///< formulas; else words
  std::string_view title{};             ///< at the left of its heading: menus stand after it
};

/// Draws the table and proposes what is done in it to the workspace. Its menus stand in `heading`,
/// a line above it that it does not take. A gesture is one step of the history; what does not fit
/// is told below the table, and changes nothing.
void matrix_table(Ui& ui, Access access, Pen& pen, const Box& heading, const MatrixTable& table);

/// The same below a heading, the table's title.
void matrix_section(Ui& ui, Access access, Pen& pen, const MatrixTable& table);

/// "x_{0}", "x_{1}" …, in TeX: labels for rows that are not tokens; plain numbers without a prefix.
std::vector<std::string> numbered_labels(std::string_view prefix, Index count);

/// "6 × 3"
std::string shape_text(const Matrix& matrix);

}  // namespace attn::ui
