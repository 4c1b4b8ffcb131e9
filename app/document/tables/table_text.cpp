#include "app/document/tables/table_text.h"

#include <new>

#include "app/document/numbers/numbers.h"
#include "app/document/tables/table_cells.h"

namespace attn {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

template <typename Cell>
void append_rows(std::string& out, const Matrix& matrix, std::string_view between_cells,
                 std::string_view between_rows, const Cell& cell) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    if (i > 0) out += between_rows;
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (j > 0) out += between_cells;
      out += cell(matrix(i, j));
    }
  }
}

std::string to_lines(const Matrix& matrix, std::string_view separator) {
  std::string out;
  append_rows(out, matrix, separator, "\n", shortest);
  return out + "\n";
}

/// Python literal with a decimal point or exponent: a Python int has no -0, and NumPy would choose
/// an integer type.
std::string python_float(float value) {
  const std::string text = shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace

Matrix parse_table(std::string_view text, const TableShape& expected) try {
  if (text.size() > kMaxTableBytes) {
    fail_table("expected at most " + std::to_string(kMaxTableBytes >> 20) +
               " MiB of text, found more");
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    fail_table("expected a table of numbers, found nothing");
  }
  TableCells cells;
  if (text.find_first_of("[(") != std::string_view::npos) {
    read_table_literal(text, cells);
  } else {
    read_table_lines(text, expected.cols == 1, cells);
  }
  return cells.take(expected);
} catch (const std::bad_alloc&) {
  fail_table("too large for the available memory");
}

std::string to_tsv(const Matrix& matrix) { return to_lines(matrix, "\t"); }
std::string to_csv(const Matrix& matrix) { return to_lines(matrix, ","); }

std::string to_python(const Matrix& matrix) {
  std::string out = "[[";
  append_rows(out, matrix, ", ", "],\n [", python_float);
  return out + "]]";
}

}  // namespace attn
