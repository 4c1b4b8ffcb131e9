#include "app/document/tables/table_text.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

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

std::string words_for(const TableShape& shape) {
  const auto extent = [](std::optional<Index> n) { return n ? std::to_string(*n) : "any"; };
  return extent(shape.rows) + " × " + extent(shape.cols);
}

[[noreturn]] void fail_table(const std::string& words) { throw std::runtime_error(words); }

/// Collects a table cell by cell.
class TableCells {
 public:
  void add(std::string_view cell) {
    if (std::ssize(numbers_) == kMaxTableNumbers) {
      fail_table("expected at most " + counted(kMaxTableNumbers, "number") + ", found more");
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

  void end_row() {
    if (in_row_ == 0) add("");
    if (rows_ == 0) cols_ = in_row_;
    ++rows_;
    if (in_row_ != cols_) {
      fail_table("expected " + counted(cols_, "number") + " in row " + std::to_string(rows_) +
                 ", as in row 1, found " + std::to_string(in_row_));
    }
    in_row_ = 0;
  }

  /// The cells are a flat list, which may also be a column.
  void mark_flat() { is_flat_ = true; }

  /// Counted from 1.
  Index current_row() const { return rows_ + 1; }

  /// The matrix, if it has the expected shape. At least one row must be complete.
  Matrix take(const TableShape& expected) const {
    Index rows = rows_;
    Index cols = cols_;
    if (is_flat_ && expected.cols == 1 && expected.rows.value_or(cols) == cols)
      std::swap(rows, cols);
    if (expected.rows.value_or(rows) != rows || expected.cols.value_or(cols) != cols) {
      fail_table("expected " + words_for(expected) + " numbers, found " + words_for({rows, cols}));
    }
    Matrix matrix(rows, cols);
    std::ranges::copy(numbers_, matrix.data());
    return matrix;
  }

 private:
  std::vector<float> numbers_;
  Index rows_ = 0;
  Index cols_ = 0;    // of the first row
  Index in_row_ = 0;  // of the incomplete row
  bool is_flat_ = false;
};

constexpr std::string_view kSpaces = " \t\n\r";

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9') || c == '.'; }

/// Reader of a Python or NumPy literal or printed array.
class Literal {
 public:
  Literal(std::string_view text, TableCells& cells) : rest_(text), cells_(cells) {}

  void read() {
    const int calls = skip_calls();
    if (opens()) {
      read_list();
    } else {
      read_cell();
      cells_.end_row();
    }
    for (int n = 0; n < calls; ++n) end_call();
    skip_spaces();
    if (!rest_.empty()) fail_at("the end");
  }

 private:
  char next() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool opens() const { return next() == '[' || next() == '('; }

  void skip_spaces() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpaces), rest_.size()));
  }

  bool skip(char c) {
    if (next() != c) return false;
    rest_.remove_prefix(1);
    skip_spaces();
    return true;
  }

  [[noreturn]] void fail_at(const std::string& expected) const {
    const std::string found = shown(valid_utf8(rest_.substr(0, 200)), 20);
    fail_table("expected " + expected + " in row " + std::to_string(cells_.current_row()) +
               ", found " + (found.empty() ? "the end" : "\"" + found + "\""));
  }

  std::string_view take_name() {
    std::size_t length = 0;
    if (starts_name(next())) {
      while (length < rest_.size() && is_in_name(rest_[length])) ++length;
    }
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return name;
  }

  /// Skips "w = np.array(" and similar. Returns the number of calls to close after the list.
  int skip_calls() {
    int calls = 0;
    for (;;) {
      skip_spaces();
      const std::string_view before = rest_;
      if (take_name().empty()) return calls;
      skip_spaces();
      if (skip('(')) {
        ++calls;
      } else if (!skip('=')) {
        rest_ = before;
        return calls;
      }
    }
  }

  /// Skips ", dtype=float32)" and similar: arguments that are names, or keywords.
  void end_call() {
    skip_spaces();
    while (skip(',')) {
      if (next() == ')') break;
      if (!starts_name(next())) fail_at("\")\"");
      skip_argument();
    }
    if (!skip(')')) fail_at("\")\"");
  }

  void skip_argument() {
    for (int depth = 0; !rest_.empty(); rest_.remove_prefix(1)) {
      const char c = next();
      if (depth == 0 && (c == ',' || c == ')')) return;
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
    }
  }

  char take_open() {
    const char close = next() == '[' ? ']' : ')';
    rest_.remove_prefix(1);
    skip_spaces();
    return close;
  }

  void read_list() {
    const char close = take_open();
    if (!opens()) {
      cells_.mark_flat();
      read_row(close);
      return;
    }
    while (!skip(close)) {
      if (!opens()) fail_at(std::string("\"") + close + "\"");
      read_row(take_open());
      skip_spaces();
      skip(',');
    }
  }

  /// Reads cells separated by commas or spaces, up to `close`.
  void read_row(char close) {
    while (!skip(close)) {
      if (rest_.empty()) fail_at(std::string("\"") + close + "\"");
      read_cell();
      skip_spaces();
      skip(',');
    }
    cells_.end_row();
  }

  std::string_view take_until(std::string_view ends) {
    const std::string_view taken = rest_.substr(0, rest_.find_first_of(ends));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  /// Reads a number, also as printed by NumPy 2: "np.float32(1.5)".
  void read_cell() {
    std::string_view cell = take_until(" \t\n\r,()[]");
    if (cell.empty() && !rest_.empty() && next() != ',') cell = rest_.substr(0, 1);
    if (!cell.empty() && starts_name(cell.front()) && skip('(')) {
      cell = take_until(" \t\n\r,()[]");
      skip_spaces();
      if (!skip(')')) fail_at("\")\"");
    }
    cells_.add(cell);
  }

  std::string_view rest_;
  TableCells& cells_;
};

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

/// Reads lines of cells, for text that is not a literal. With `is_column` a comma is a decimal
/// comma.
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
    Literal(text, cells).read();
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
