#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/tables/table_shape.h"
#include "engine/base/matrix.h"

namespace attn {

[[noreturn]] void fail_table(const std::string& words);

/// Gathers a table cell by cell. Throws what parse_table throws.
class TableCells {
 public:
  void add(std::string_view cell);
  void end_row();
  /// The cells are a list without rows, which may stand for a column too.
  void mark_flat() { is_flat_ = true; }

  /// Counted from 1.
  Index current_row() const { return rows_ + 1; }

  /// The whole, where it is what is expected. At least one row must have ended.
  Matrix take(const TableShape& expected) const;

 private:
  std::vector<float> numbers_;
  Index rows_ = 0;
  Index cols_ = 0;    // of the first row
  Index in_row_ = 0;  // of the row that has not ended
  bool is_flat_ = false;
};

/// Lines of cells, for text that is no literal. With `is_column` a comma is a decimal one.
void read_table_lines(std::string_view text, bool is_column, TableCells& cells);

/// A Python or NumPy literal or print-out.
void read_table_literal(std::string_view text, TableCells& cells);

}  // namespace attn
