#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/number_table.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/attention/parts.h"

namespace attn::ui {

/// A small link of the caller's own below a table.
struct ExtraLink {
  std::string name;  ///< of the control
  std::string text;
  std::function<void()> act;   ///< called when all is drawn
  std::string_view changes{};  ///< a part of the window whose numbers it changes too, or nothing
};

/// A matrix of the scene that can be edited: number by number, or as a whole.
struct EditedMatrix {
  Where where;                ///< an input
  std::string noun;           ///< what the history calls it: "the embeddings"
  std::string column_prefix;  ///< columns are called d0, d1, …
  const Matrix& values;       ///< may be one of workspace.scene(): edits come when all is drawn
  std::vector<ExtraLink> links{};  ///< shown before the ones that every matrix has

  /// Of its controls: NAME[i][j], NAME.random, NAME.copy, NAME.paste …
  std::string name() const { return name_of(where); }
  /// Puts another matrix of the same shape in its place.
  void set(Scene& scene, const Matrix& numbers) const {
    part_kind(where.part).set(scene, static_cast<std::size_t>(where.head), numbers);
  }
};

/// Matrices that share their rows, side by side, with links below to fill, copy and paste each.
struct MatrixTable {
  std::string name;
  const std::vector<std::string>& labels;  ///< one for each row
  std::vector<EditedMatrix> matrices;
  float max_height;                     ///< of the numbers: they scroll within
  std::optional<Index> query_row{};     ///< its label is drawn in the query's colour
  std::optional<Index> key_row{};       ///< likewise the key's
  NumberTable::TakeLabel take_label{};  ///< see NumberTable
};

/// Draws the table and proposes what is done in it to the workspace. A gesture is one step of the
/// history; what does not fit is told below the table, and changes nothing.
void matrix_table(Ui& ui, Access access, Pen& pen, const MatrixTable& table);

/// The same below a heading: `title`, and the shape of the first matrix with `hint` after it.
void matrix_section(Ui& ui, Access access, Pen& pen, std::string_view title, std::string_view hint,
                    const MatrixTable& table);

/// "q0", "q1" …: labels for rows that are not tokens.
std::vector<std::string> numbered_labels(std::string_view prefix, Index count);

/// "6 × 3"
std::string shape_text(const Matrix& matrix);

}  // namespace attn::ui
