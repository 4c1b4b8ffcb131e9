#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/json/sink.h"
#include "app/figure/tables/view_table.h"

namespace attn {

// Numbers as files, in no locale's way. Every format but LaTeX restores each float32 exactly. They
// are written piece by piece: the text can take several times the memory of the numbers.

/// Comma-separated (RFC 4180, lines end in CR LF): the first row holds the columns' names, the
/// first cell of each other row its name. A stack has a cell with the layer's name before it. A
/// masked cell is empty. In names, control characters and those that turn the direction are escaped
/// as in JSON, and "'" stands before one that a spreadsheet would take for a formula (=, +, -, @).
void write_csv(const ViewTable& table, const Sink& sink);
/// The same between tabs, lines ending in LF.
void write_tsv(const ViewTable& table, const Sink& sink);
/// NumPy's format 1.0: float32, little endian, rows one after the other; a stack has three
/// dimensions, layers first. A masked score is -inf. There are no names in it.
void write_npy(const ViewTable& table, const Sink& sink);
/// An object with `view`, `rows`, `columns` and `values`; a stack's values are a list of matrices,
/// and `layers` their names. Masked is null.
void write_json(const ViewTable& table, const Sink& sink);
/// One tabular with booktabs' rules for each layer, to be \input. Numbers have as many decimals as
/// give the largest three digits; masked is "--".
void write_latex(const ViewTable& table, const Sink& sink);

struct TableFormat {
  std::string_view ending;  ///< with its dot
  /// Throws NoNumbers where the format can't hold the table.
  void (*write)(const ViewTable& table, const Sink& sink);
};
std::span<const TableFormat> table_formats();

/// The whole text, of a small table.
template <typename Write>
std::string text_of(const ViewTable& table, const Write& write) {
  std::string text;
  write(table, [&text](std::string_view piece) { text += piece; });
  return text;
}
inline std::string to_csv(const ViewTable& table) { return text_of(table, write_csv); }
inline std::string to_tsv(const ViewTable& table) { return text_of(table, write_tsv); }
inline std::string to_npy(const ViewTable& table) { return text_of(table, write_npy); }

/// The format for that ending, in small letters; null where there is none.
const TableFormat* find_table_format(std::string_view ending);

}  // namespace attn
