#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Matrices with common rows, side by side, whose numbers can be edited in place.
struct NumberTable {
  struct NumberBlock {
    std::string name;           ///< name of the matrix in the scene file
    std::string column_prefix;  ///< prefix of the columns' names: d0, d1, …
    const Matrix& values;
    bool is_field = false;     ///< single number, named like the matrix
    std::string add_column{};  ///< name of the handle that adds a column, at its right end; empty:
                               ///< none
    /// Gradient of the loss by each number, drawn as a triangle; null: none.
    const WideMatrix* slope = nullptr;
  };
  /// Handles the mouse on the label of a row; returns the box of its text, if there is one.
  using TakeLabel = std::function<Box(Index row, const Box& box)>;

  std::string name;
  const std::vector<std::string>& labels;  ///< one for each row
  std::vector<NumberBlock> blocks{};
  std::optional<Index> query_row{};  ///< row whose label has the query's colour
  std::optional<Index> key_row{};    ///< row whose label has the key's colour
  TakeLabel take_label{};
  std::string add_row{};              ///< name of the handle that adds a row, below; empty: none
  std::string_view add_row_locked{};  ///< reason why the handle is disabled; empty: enabled
  bool are_labels_tex = false;        ///< formulas; else plain text
  double typical_slope = 0;           ///< slope of a triangle of the largest size
  std::string_view slope_of{};        ///< function of the slopes: "weight", "loss"
  std::vector<float> row_shares{};    ///< 0 … 1: a bar below each label; empty: none
};

/// Edit of a number: `gesture` is constant during a drag, and empty for a typed number.
struct NumberEdit {
  std::size_t block;
  Index row, column;
  double value;  ///< as typed: ranges are checked before rounding
  std::string gesture;
};

struct NumberEdits {
  std::vector<NumberEdit> edits{};       ///< in order
  bool dropped = false;                  ///< a drag ended in this frame
  std::optional<std::size_t> copied{};   ///< block to copy, by its shortcut
  std::optional<std::size_t> pasted{};   ///< block to paste over, by its shortcut
  std::optional<std::size_t> widened{};  ///< block whose column handle was clicked
  bool lengthened = false;               ///< the table's row handle was clicked
};

/// State machine of a table for one frame: effects of mouse and keys on the focus.
class NumberInteraction {
 public:
  NumberInteraction(Ui& ui, const NumberTable& table) : ui_(ui), focus_(ui.number), table_(table) {}

  void take_mouse(std::size_t block, Index row, Index column, const Box& box);
  void take_keys();
  void take_left_number();
  /// Focus by Tab: the first number gets the keyboard, or the last one with Shift.
  void focus_end(bool at_end);
  /// Returns whether one of the table's numbers has the focus.
  bool has_focus() const { return focused_block().has_value(); }
  NumberEdits done;  ///< its handles are the table's
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
