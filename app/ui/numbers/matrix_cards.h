#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/reference/parts.h"

namespace attn::ui {

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

}  // namespace attn::ui
