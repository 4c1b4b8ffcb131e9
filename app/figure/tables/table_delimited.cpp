#include <algorithm>
#include <array>
#include <string_view>

#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/tables/table_format.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

struct Dialect {
  char separator;
  std::string_view line_end;
};

/// `name` as text for a spreadsheet: with "'" before anything that looks like a formula, or like an
/// escaped one, so that removing one "'" restores it.
std::string no_formula(const std::string& name) {
  const std::size_t first = std::min(name.find_first_not_of('\''), name.size());
  const std::string_view start = std::string_view(name).substr(first);
  const bool is_formula =
      std::ranges::any_of(std::array<std::string_view, 9>{"=", "+", "-", "@", "\uff1d", "\uff0b",
                                                          "\uff0d", "\uff20", "\u2212"},
                          [&](std::string_view sign) { return start.starts_with(sign); });
  return is_formula ? "'" + name : name;
}

/// Text of a table being written.
class DelimitedLines {
 public:
  DelimitedLines(const Dialect& dialect, const Sink& sink) : dialect_(dialect), sink_(sink) {}

  /// Writes a name: quoted if necessary, or if a reader would drop spaces.
  void text(std::string_view text) {
    separate();
    const std::string cell = no_formula(escaped(valid_utf8(text)));
    const char special[] = {dialect_.separator, '"'};
    const bool is_plain = cell.find_first_of({special, std::size(special)}) == std::string::npos &&
                          !cell.starts_with(' ') && !cell.ends_with(' ');
    if (is_plain) {
      out_ += cell;
      return;
    }
    out_ += '"';
    for (const char c : cell) {
      if (c == '"') out_ += '"';
      out_ += c;
    }
    out_ += '"';
  }

  void number(float value) {
    separate();
    if (value != kMasked) append_shortest(out_, value);
    pour_full(out_, sink_);
  }

  void end_line() {
    out_ += dialect_.line_end;
    is_first_ = true;
  }

  void end() { sink_(out_); }

 private:
  void separate() {
    if (!is_first_) out_ += dialect_.separator;
    is_first_ = false;
  }

  const Dialect& dialect_;
  const Sink& sink_;
  std::string out_;
  bool is_first_ = true;
};

void write_delimited(const ViewTable& table, const Dialect& dialect, const Sink& sink) {
  if (!table.is_even()) {
    throw NoNumbers("the heads are not equally wide, and a table has one width: choose a head");
  }
  DelimitedLines lines(dialect, sink);
  if (table.is_stack()) lines.text(table.stack);
  lines.text(table.row_kind);
  for (const std::string& column : table.columns) lines.text(column);
  lines.end_line();
  for (const auto& [name, values] : table.layers) {
    for (Index i = 0; i < values->rows(); ++i) {
      if (table.is_stack()) lines.text(name);
      lines.text(table.rows[static_cast<std::size_t>(i)]);
      for (Index j = 0; j < values->cols(); ++j) lines.number((*values)(i, j));
      lines.end_line();
    }
  }
  lines.end();
}

}  // namespace

void write_csv(const ViewTable& table, const Sink& sink) {
  write_delimited(table, {',', "\r\n"}, sink);
}
void write_tsv(const ViewTable& table, const Sink& sink) {
  write_delimited(table, {'\t', "\n"}, sink);
}

}  // namespace attn
