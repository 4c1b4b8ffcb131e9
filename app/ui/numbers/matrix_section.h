#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/number_table.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/reference/parts.h"

namespace attn::ui {

/// Additional command on a table: an entry of its menu, or a handle at its edge.
struct TableCommand {
  std::string name;  ///< name of the control
  std::string text;
  std::function<void()> act;   ///< called after drawing
  std::string_view changes{};  ///< other part of the window whose numbers change too; empty: none
};

/// Editable matrix of the scene: number by number, or as a whole.
struct EditedMatrix {
  Where where;                ///< an input
  std::string noun;           ///< name in the undo history: "the embeddings"
  std::string column_prefix;  ///< prefix of the columns' names: x_0, x_1, …
  const Matrix& values;       ///< may belong to workspace.scene(): edits are applied after drawing
  std::string hint{};         ///< purpose, after the shape in its menu
  std::string title{};        ///< title above it, unless it is the first of its table
  std::optional<TableCommand> add_column{};  ///< handle at its right end
  std::vector<TableCommand> commands{};      ///< menu entries after the fills
  std::vector<TableCommand> removals{};      ///< menu entries at the end

  /// Prefix of its controls: NAME[i][j], NAME.menu, NAME.random, NAME.copy.csv …
  std::string name() const { return name_of(where); }
  /// Replaces the matrix by one of equal shape, or adds it if absent.
  void set(Scene& scene, const Matrix& numbers) const {
    part_kind(where.part).set(scene, static_cast<std::size_t>(where.head), numbers);
  }
};

/// Matrices with common rows, side by side, each with a menu to fill, copy and paste it.
struct MatrixTable {
  NumberTable grid;  ///< without blocks and handles
  std::vector<EditedMatrix> matrices;
  float max_height;                       ///< of the numbers, which scroll
  std::optional<TableCommand> add_row{};  ///< handle below the table
  std::string title{};                    ///< at the left of the heading, before the menus
};

/// Draws the table and proposes its edits to the workspace. Its menus are in `heading`, a line
/// above that the caller has reserved. A gesture is one undo step; invalid input shows an error
/// below the table and changes nothing.
void matrix_table(Ui& ui, Access access, Pen& pen, const Box& heading, const MatrixTable& table);

/// Draws the table below a heading with its title.
void matrix_section(Ui& ui, Access access, Pen& pen, const MatrixTable& table);

/// Matrix of the scene that may be absent and then has default numbers.
struct CardMatrix {
  Where where;       ///< names the button; the table's controls are those of an EditedMatrix
  std::string id;    ///< id in ViewState::opened
  std::string tex;   ///< "\mathbf{W}_\mathrm{Q}"
  std::string noun;  ///< name in the undo history
  std::string hint;  ///< "makes queries"
  std::vector<std::string> rows;         ///< row labels of the open table, in TeX
  std::string columns;                   ///< letter of the columns
  std::shared_ptr<const Matrix> values;  ///< the matrix, or its default if absent
  bool is_given;
  std::function<void(Scene&)> drop;  ///< removes the matrix; null: it is required

  std::string name() const { return name_of(where); }
};

/// Draws matrices as small pictures side by side. A click opens one as a table below, at most
/// `max_height` tall, with editable numbers; editing an absent matrix creates it.
void matrix_cards(Ui& ui, Access access, Pen& pen, const std::vector<CardMatrix>& matrices,
                  float max_height);

/// Draws the table of one matrix below a line with its name, without a picture.
void matrix_of_card(Ui& ui, Access access, Pen& pen, const CardMatrix& one, float max_height);

/// Identity matrix, cached between frames while the width is unchanged: it may be large.
std::shared_ptr<const Matrix> kept_identity(Index width);

/// "x_{0}", "x_{1}" …, in TeX: labels of rows that are not tokens; plain numbers without a prefix.
std::vector<std::string> numbered_labels(std::string_view prefix, Index count);

}  // namespace attn::ui
