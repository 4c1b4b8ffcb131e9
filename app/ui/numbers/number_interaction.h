#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/numbers/number_edits.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// The table's state machine for one frame: what the mouse and the keys do to the focus.
class NumberInteraction {
 public:
  NumberInteraction(Ui& ui, const NumberTable& table) : ui_(ui), focus_(ui.number), table_(table) {}

  void mouse(std::size_t block, Index row, Index column, const Box& box);
  void keys();
  void take_left();
  /// Tab came to the table: its first number has the keyboard, or coming backwards its last.
  void arrive(bool at_end);
  /// Whether one of the table's numbers has the keyboard.
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

/// The number that is being typed, over its cell, and wider where it is long.
void draw_typing(Ui& ui, const Box& cell);

/// Takes the keyboard away from the tables. What is being typed stands, if it is a number.
void leave_number(Ui& ui);

/// What a number becomes that was `start` when the mouse went down, `pixels` further to the right.
/// It moves in steps of a tenth of its order of magnitude, and stays on round numbers.
float dragged_number(double start, float pixels, bool fine, bool coarse);

}  // namespace attn::ui
