#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Maximum number of cells in a table.
inline constexpr Index kMaxTableNumbers = 1 << 22;

/// Required shape of a table; unset sizes are free.
struct TableShape {
  std::optional<Index> rows;
  std::optional<Index> cols;
};

[[noreturn]] void fail_table(const std::string& words);

/// Collects a table cell by cell. Throws like parse_table.
class TableCells {
 public:
  void add(std::string_view cell);
  void end_row();
  /// The cells are a flat list, which may also be a column.
  void mark_flat() { is_flat_ = true; }

  /// Counted from 1.
  Index current_row() const { return rows_ + 1; }

  /// The matrix, if it has the expected shape. At least one row must be complete.
  Matrix take(const TableShape& expected) const;

 private:
  std::vector<float> numbers_;
  Index rows_ = 0;
  Index cols_ = 0;    // of the first row
  Index in_row_ = 0;  // of the incomplete row
  bool is_flat_ = false;
};

/// Reads lines of cells, for text that is not a literal. With `is_column` a comma is a decimal
/// comma.
void read_table_lines(std::string_view text, bool is_column, TableCells& cells);

/// Reads a Python or NumPy literal or printed array.
void read_table_literal(std::string_view text, TableCells& cells);

}  // namespace attn
