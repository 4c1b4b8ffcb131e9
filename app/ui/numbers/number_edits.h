#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/toolkit/box.h"
#include "engine/base/matrix.h"
#include "engine/base/product.h"

namespace attn::ui {

/// Matrices that share their rows, side by side, each number of which can be changed in place.
struct NumberTable {
  struct NumberBlock {
    std::string name;           ///< of the matrix, as in the scene file
    std::string column_prefix;  ///< columns are called d0, d1, …
    const Matrix& values;
    bool is_field = false;     ///< one number alone, which is called by the matrix's name
    std::string add_column{};  ///< the handle for one more, at its right end; empty: none
    /// How the loss grows with each number, which a triangle shows; null: none are drawn.
    const WideMatrix* slope = nullptr;
  };
  /// Takes the mouse over the label of a row; answers where its text goes, if it has one.
  using TakeLabel = std::function<Box(Index row, const Box& box)>;

  std::string name;
  const std::vector<std::string>& labels;  ///< one for each row
  std::vector<NumberBlock> blocks;
  std::optional<Index> query_row;  ///< its label is drawn in the query's colour
  std::optional<Index> key_row;    ///< likewise the key's
  TakeLabel take_label{};
  std::string add_row{};              ///< the handle for one more, below; empty: none
  std::string_view add_row_locked{};  ///< why it can't be used; empty where it can
  bool are_labels_tex = false;        ///< formulas; else words
  double typical_slope = 0;           ///< a triangle of the largest size
  std::string_view slope_of{};        ///< "weight", "loss": what the slopes are of
  std::vector<float> row_shares{};    ///< 0 … 1: a bar below each label; empty: none
};

/// A number that was changed: `gesture` is the same text as long as it is dragged, and empty where
/// it was typed.
struct NumberEdit {
  std::size_t block;
  Index row, column;
  double value;  ///< as it was typed: a range is checked before it is rounded
  std::string gesture;
};

struct NumberEdits {
  std::vector<NumberEdit> edits;         ///< in their order
  bool dropped = false;                  ///< a drag ended in this frame
  std::optional<std::size_t> copied{};   ///< the block whose copy was asked for by its keys
  std::optional<std::size_t> pasted{};   ///< likewise to be pasted over
  std::optional<std::size_t> widened{};  ///< the block whose handle for a column was pressed
  bool lengthened = false;               ///< likewise the table's for a row
};

}  // namespace attn::ui
