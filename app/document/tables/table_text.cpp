#include "app/document/tables/table_text.h"

#include <new>

#include "app/document/numbers/numbers.h"
#include "app/document/tables/table_cells.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Separator of cells; kNone if a line is one cell.
constexpr char kNone = '\n';

char separator_of(std::string_view text, bool is_column) {
  const auto has = [&](char c) { return text.find(c) != std::string_view::npos; };
  if (has('\t')) return '\t';
  if (has(';')) return ';';
  if (is_column) return kNone;
  return has(',') ? ',' : ' ';
}

/// Content of a quoted cell; other cells unchanged.
std::string_view unquoted(std::string_view cell) {
  const bool is_quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
  return is_quoted ? cell.substr(1, cell.size() - 2) : cell;
}

bool ends_line(char c) { return c == '\n' || c == '\r'; }

/// End of the cell that starts at `at`: a separator or line end outside quotes.
std::size_t end_of_cell(std::string_view text, std::size_t at, char separator) {
  bool is_quoted = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') is_quoted = !is_quoted;
    if (!is_quoted && (text[at] == separator || ends_line(text[at]))) break;
  }
  return at;
}

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

void read_table_lines(std::string_view text, bool is_column, TableCells& cells) {
  text = trimmed(text, " \r\n");
  const char separator = separator_of(text, is_column);
  for (std::size_t at = 0;; ++at) {
    const std::size_t end = end_of_cell(text, at, separator);
    const std::string_view cell = unquoted(trimmed(text.substr(at, end - at), " "));
    const bool is_gap = separator == ' ' && cell.empty();
    if (!is_gap) cells.add(cell);
    at = end;
    if (at >= text.size() || ends_line(text[at])) cells.end_row();
    if (at >= text.size()) return;
    if (text.substr(at, 2) == "\r\n") ++at;
  }
}

}  // namespace attn
