#include "app/document/tables/table_cells.h"

#include <algorithm>
#include <stdexcept>

#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Longer than any float32; messages about a cell show less.
constexpr std::size_t kLongestCell = 400;

std::string place(Index row, Index column) {
  return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

std::string count(Index numbers) {
  return std::to_string(numbers) + (numbers == 1 ? " number" : " numbers");
}

std::string words_for(const TableShape& shape) {
  const auto extent = [](std::optional<Index> n) { return n ? std::to_string(*n) : "any"; };
  return extent(shape.rows) + " × " + extent(shape.cols);
}

}  // namespace

void fail_table(const std::string& words) { throw std::runtime_error(words); }

void TableCells::add(std::string_view cell) {
  if (std::ssize(numbers_) == kMaxTableNumbers) {
    fail_table("expected at most " + count(kMaxTableNumbers) + ", found more");
  }
  const auto number = cell.size() > kLongestCell ? std::nullopt : parse_number(cell);
  if (!number) {
    const std::string found = shown(valid_utf8(cell.substr(0, kLongestCell)));
    fail_table("expected a finite number in " + place(rows_ + 1, in_row_ + 1) + ", found " +
               (found.empty() ? "nothing" : "\"" + found + "\""));
  }
  numbers_.push_back(*number);
  ++in_row_;
}

void TableCells::end_row() {
  if (in_row_ == 0) add("");
  if (rows_ == 0) cols_ = in_row_;
  ++rows_;
  if (in_row_ != cols_) {
    fail_table("expected " + count(cols_) + " in row " + std::to_string(rows_) +
               ", as in row 1, found " + std::to_string(in_row_));
  }
  in_row_ = 0;
}

Matrix TableCells::take(const TableShape& expected) const {
  Index rows = rows_;
  Index cols = cols_;
  if (is_flat_ && expected.cols == 1 && expected.rows.value_or(cols) == cols) std::swap(rows, cols);
  if (expected.rows.value_or(rows) != rows || expected.cols.value_or(cols) != cols) {
    fail_table("expected " + words_for(expected) + " numbers, found " + words_for({rows, cols}));
  }
  Matrix matrix(rows, cols);
  std::ranges::copy(numbers_, matrix.data());
  return matrix;
}

}  // namespace attn
