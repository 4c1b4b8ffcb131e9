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

}  // namespace

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
