#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/ui/numbers/number_edits.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// State machine of a table for one frame: effects of mouse and keys on the focus.
class NumberInteraction {
 public:
  NumberInteraction(Ui& ui, const NumberTable& table) : ui_(ui), focus_(ui.number), table_(table) {}

  void mouse(std::size_t block, Index row, Index column, const Box& box);
  void keys();
  void take_left();
  /// Focus by Tab: the first number gets the keyboard, or the last one with Shift.
  void arrive(bool at_end);
  /// Returns whether one of the table's numbers has the focus.
  bool has_focus() const { return focused_block().has_value(); }
  std::vector<NumberEdit> edits;
  bool dropped = false;
  std::optional<std::size_t> copied, pasted;
  std::optional<std::pair<std::size_t, Index>> moved_to;

 private:
  bool take_focused(const KeyEvent& event);
  bool take_typing(const KeyEvent& event);
  void focus_on(NumberFocus::Mode mode, std::size_t block, Index row, Index column);
  void start_typing();
  bool commit();
  void move(Index rows, Index columns);
  bool go_on(bool forward);
  std::optional<std::size_t> focused_block() const;

  Ui& ui_;
  NumberFocus& focus_;
  const NumberTable& table_;
};

/// Draws the number being typed over its cell, wider if it is long.
void draw_typing(Ui& ui, const Box& cell);

/// Removes the focus from the tables. The typed text is entered if it is a number.
void leave_number(Ui& ui);

/// Number after a drag by `pixels` to the right from `start`. Steps are a tenth of its order of
/// magnitude, on round numbers.
float dragged_number(double start, float pixels, bool fine, bool coarse);

}  // namespace attn::ui
