#include <algorithm>

#include "app/document/files/utf8.h"
#include "app/document/tables/table_cells.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kSpaces = " \t\n\r";

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9') || c == '.'; }

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

}  // namespace

void read_table_literal(std::string_view text, TableCells& cells) { Literal(text, cells).read(); }

}  // namespace attn
