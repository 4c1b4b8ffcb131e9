#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/reference/parts.h"

namespace attn::ui {

/// A matrix of the scene that may be absent, and then stands for other numbers.
struct CardMatrix {
  Where where;       ///< its button has that name, its table's controls are of an EditedMatrix
  std::string id;    ///< in ViewState::opened
  std::string tex;   ///< "\mathbf{W}_\mathrm{Q}"
  std::string noun;  ///< what the history calls it
  std::string hint;  ///< "makes queries"
  std::vector<std::string> rows;         ///< their labels in TeX, where it is open
  std::string columns;                   ///< their letter
  std::shared_ptr<const Matrix> values;  ///< or what it stands for
  bool is_given;
  std::function<void(Scene&)> drop;  ///< null where it must be there

  std::string name() const { return name_of(where); }
};

/// Matrices as small pictures, beside each other. A click opens one as a table below them, whose
/// numbers can be changed: those of an absent one, too, which is there from then on. A table is at
/// most `max_height` tall.
void matrix_cards(Ui& ui, Access access, Pen& pen, const std::vector<CardMatrix>& matrices,
                  float max_height);

/// The numbers of one of them below a line with its name, without a picture.
void matrix_of_card(Ui& ui, Access access, Pen& pen, const CardMatrix& one, float max_height);

/// The identity, kept from frame to frame where it is of that width again: it may be large.
std::shared_ptr<const Matrix> kept_identity(Index width);

}  // namespace attn::ui
